-- Each stage of scheme vc begins with the bytes and chunks that the stage before it left.
-- Stage l1 begins with the raw bytes. What l1, l2 and l3 leave is what vc-l1, vc-l2 and vc store in backup_result.
SELECT
  later.rules,
  later.stage,
  later.before_bytes,
  earlier.after_bytes AS left_bytes,
  later.before_chunks,
  earlier.after_chunks AS left_chunks,
  result.raw_bytes,
  later.after_bytes,
  result.stored_bytes,
  count(*) OVER () AS total
FROM backup_stage AS later
-- The stage before: l1 for l2, l2 for l3, and none for l1.
LEFT JOIN backup_stage AS earlier
  ON earlier.rules = later.rules
  AND earlier.stage = CASE later.stage WHEN 'l2' THEN 'l1' WHEN 'l3' THEN 'l2' END
-- The scheme that ends with this stage.
LEFT JOIN backup_result AS result
  ON result.rules = later.rules
  AND result.scheme = CASE later.stage WHEN 'l1' THEN 'vc-l1' WHEN 'l2' THEN 'vc-l2' ELSE 'vc' END
-- Bytes before the stage must be what the stage before left, or for l1 the raw bytes.
WHERE later.before_bytes <> coalesce(earlier.after_bytes, result.raw_bytes)
  -- Chunks before the stage must be what the stage before left; for l1 there is nothing to compare with.
  OR later.before_chunks <> coalesce(earlier.after_chunks, later.before_chunks)
  -- Bytes after the stage must be what its scheme stores.
  OR later.after_bytes <> result.stored_bytes
  -- The stage has no row of its scheme in backup_result.
  OR result.rules IS NULL
ORDER BY later.rules, later.stage
-- At most 20 faults are listed; column total counts all.
LIMIT 20
