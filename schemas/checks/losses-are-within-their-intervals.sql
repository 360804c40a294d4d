-- Probabilities of loss are between 0 and 1 and inside their own intervals, and losses are trials.
SELECT source, scheme, machines, placement, redundancy, popular_redundancy, losses, trials, loss_per_year
FROM durability_result
WHERE losses NOT BETWEEN 0 AND trials
  OR loss_per_year_low < 0
  OR loss_per_year_low > loss_per_year
  OR loss_per_year > loss_per_year_high
  OR loss_per_year_high > 1
  OR coalesce(markov_per_year, 0) NOT BETWEEN 0 AND 1
  OR markov_sum_per_year NOT BETWEEN 0 AND 1
  OR stored_bytes < data_bytes
ORDER BY source, scheme, machines, placement, redundancy
