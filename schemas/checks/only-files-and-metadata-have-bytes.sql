-- Entries of kinds other than FILE and METADATA have 0 bytes, and no entry has negative bytes.
SELECT layer_digest, position, kind, path, bytes, count(*) OVER () AS total
FROM layer_recipe
-- Negative bytes.
WHERE bytes < 0
  -- An entry of another kind that has bytes.
  OR (bytes <> 0 AND kind NOT IN ('FILE', 'METADATA'))
ORDER BY layer_digest, position
-- At most 20 faults are listed; column total counts all.
LIMIT 20
