-- How much popular data is worth keeping: what does it save, and how large is its index?
-- One row per set of rules and share sigma of the unique chunks (setting backup.sweep). Popular are the floor(sigma *
-- unique) chunks with the most copies that stages l1 and l2 left, ties by fingerprint. coverage is the share of the
-- copies left that are copies of popular chunks. zipf_alpha is the exponent of Zipf's law with this coverage; null
-- where no exponent gives it (nothing or all popular). Zero data is left out. reduction and efficiency as in
-- backup-efficiency. The row of sigma 1 is perfect deduplication.
--
-- figures: coverage reduction efficiency ratio
-- subject: snapshots
-- first: rules sigma popular_bytes coverage stored_bytes reduction efficiency index_bytes_per_machine
-- chart: line x=sigma y=coverage+efficiency+reduction log=x panel=rules; What popular data saves as more of it is kept
SELECT
  rules,
  sigma,
  popular_chunks,
  popular_bytes,
  covered_chunks / nullif(left_chunks, 0) AS coverage,
  zipf_alpha,
  stored_bytes,
  coalesce(1 - stored_bytes / nullif(raw_bytes, 0), 0) AS reduction,
  coalesce((raw_bytes - stored_bytes) / nullif(raw_bytes - unique_bytes, 0), 1) AS efficiency,
  index_bytes_per_machine
FROM popularity_result
ORDER BY CASE WHEN rules = 'checksum+similar' THEN 0 ELSE 1 END, rules, sigma
