-- How much popular data is worth keeping: what does it save, and how large is its index?
-- For each share sigma of the unique chunks (setting backup.sweep) the k = floor(sigma * unique) chunks of most copies
-- left after l1 and l2, ties by fingerprint. coverage is the share of the references left that are to these; alpha is
-- of Zipf's law through it, null where no law goes (nothing or all popular). Zero data is left out.
-- reduction and efficiency as in backup-efficiency. The row of sigma 1 is perfect deduplication.
--
-- figures: coverage reduction efficiency ratio
-- subject: snapshots
-- first: rules sigma popular_bytes coverage reduction efficiency index_bytes_per_machine
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
