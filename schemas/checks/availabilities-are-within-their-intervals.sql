-- Availabilities and probabilities of loss are between 0 and 1, simulated ones inside their own intervals, and
-- redundancy stores no less than the data. A closed form may be outside by chance, so it is not checked.
SELECT source, scheme, machines, placement, redundancy, popular_redundancy, correlation, failed, closed_form, simulated
FROM availability_result
WHERE coalesce(closed_form, 0) NOT BETWEEN 0 AND 1
  OR coalesce(mean_form, 0) NOT BETWEEN 0 AND 1
  OR coalesce(simulated_low, 0) < 0
  OR coalesce(simulated_low, 0) > coalesce(simulated, 0)
  OR coalesce(simulated, 0) > coalesce(simulated_high, 0)
  OR coalesce(simulated_high, 0) > 1
  OR coalesce(any_loss_low, 0) < 0
  OR coalesce(any_loss_low, 0) > coalesce(any_loss, 0)
  OR coalesce(any_loss, 0) > coalesce(any_loss_high, 0)
  OR coalesce(any_loss_high, 0) > 1
  OR coalesce(stored_bytes, 0) < coalesce(data_bytes, 0)
  OR (trials > 0 AND simulated IS NULL)
ORDER BY source, scheme, machines, placement, redundancy, correlation, failed
