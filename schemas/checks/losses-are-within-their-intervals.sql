-- Probabilities of loss are from 0 to 1 and inside their own intervals, and losses are at most the trials.
SELECT
  source, scheme, machines, placement, redundancy, popular_redundancy, losses, trials,
  loss_per_year_low, loss_per_year, loss_per_year_high, markov_per_year, markov_sum_per_year, data_bytes, stored_bytes
FROM durability_result
-- A loss is a trial that lost any block, so there must be at most as many as trials.
WHERE losses NOT BETWEEN 0 AND trials
  -- 0 <= loss_per_year_low <= loss_per_year <= loss_per_year_high <= 1 must hold.
  OR loss_per_year_low < 0
  OR loss_per_year_low > loss_per_year
  OR loss_per_year > loss_per_year_high
  OR loss_per_year_high > 1
  -- The probability by the Markov chain must be from 0 to 1; it is null where the model does not apply.
  OR coalesce(markov_per_year, 0) NOT BETWEEN 0 AND 1
  -- So must the estimate over all sets of machines.
  OR markov_sum_per_year NOT BETWEEN 0 AND 1
  -- With replicas or parity, less is stored than there is data.
  OR stored_bytes < data_bytes
ORDER BY source, scheme, machines, placement, redundancy
