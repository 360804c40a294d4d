-- A stage begins with what the one before left; the first with the raw bytes, and the last leaves what vc stores.
SELECT
  later.rules,
  later.stage,
  later.before_bytes,
  earlier.after_bytes AS left_bytes,
  result.stored_bytes,
  count(*) OVER () AS total
FROM backup_stage AS later
LEFT JOIN backup_stage AS earlier
  ON earlier.rules = later.rules
  AND earlier.stage = CASE later.stage WHEN 'l2' THEN 'l1' WHEN 'l3' THEN 'l2' END
LEFT JOIN backup_result AS result
  ON result.rules = later.rules
  AND result.scheme = CASE later.stage WHEN 'l1' THEN 'vc-l1' WHEN 'l2' THEN 'vc-l2' ELSE 'vc' END
WHERE later.before_bytes <> coalesce(earlier.after_bytes, result.raw_bytes)
  OR later.before_chunks <> coalesce(earlier.after_chunks, later.before_chunks)
  OR later.after_bytes <> result.stored_bytes
  OR result.rules IS NULL
ORDER BY later.rules, later.stage
LIMIT 20
