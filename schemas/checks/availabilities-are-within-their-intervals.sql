-- Availabilities and probabilities of loss are from 0 to 1, and simulated ones lie inside their own intervals.
-- Stored bytes, which include replicas or parity, are at least the data bytes. Null means not computed, and passes.
-- A closed form may lie outside the simulated interval by chance, so the two are not compared.
SELECT
  source, scheme, machines, placement, redundancy, popular_redundancy, correlation, failed,
  closed_form, mean_form, trials, simulated_low, simulated, simulated_high,
  any_loss_low, any_loss, any_loss_high, data_bytes, stored_bytes
FROM availability_result
-- The closed form, a share, must be from 0 to 1.
WHERE coalesce(closed_form, 0) NOT BETWEEN 0 AND 1
  -- So must the published formula, which is over the mean number of blocks.
  OR coalesce(mean_form, 0) NOT BETWEEN 0 AND 1
  -- 0 <= simulated_low <= simulated <= simulated_high <= 1 must hold.
  OR coalesce(simulated_low, 0) < 0
  OR coalesce(simulated_low, 0) > coalesce(simulated, 0)
  OR coalesce(simulated, 0) > coalesce(simulated_high, 0)
  OR coalesce(simulated_high, 0) > 1
  -- 0 <= any_loss_low <= any_loss <= any_loss_high <= 1 must hold.
  OR coalesce(any_loss_low, 0) < 0
  OR coalesce(any_loss_low, 0) > coalesce(any_loss, 0)
  OR coalesce(any_loss, 0) > coalesce(any_loss_high, 0)
  OR coalesce(any_loss_high, 0) > 1
  -- With redundancy less is stored than there is data; both are null where only block counts are known.
  OR coalesce(stored_bytes, 0) < coalesce(data_bytes, 0)
  -- Trials were drawn, but there is no simulated availability.
  OR (trials > 0 AND simulated IS NULL)
ORDER BY source, scheme, machines, placement, redundancy, correlation, failed
