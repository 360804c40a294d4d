-- file_sharing has one row for each fingerprint of the recipes, with its copies, its size and its number of layers.
-- Finds nothing while file_sharing is empty: derive has not run, or the table is older than what it is derived from.
WITH
containing AS (
  SELECT fingerprint, layer_digest, count(*) AS copies, min(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint IS NOT NULL
  GROUP BY fingerprint, layer_digest
),
counted AS (
  SELECT fingerprint, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS layers
  FROM containing
  GROUP BY fingerprint
),
shared AS (
  SELECT
    fingerprint,
    count(*) AS shared_rows,
    min(bytes) AS bytes,
    min(copies) AS copies,
    min(layers) AS layers
  FROM file_sharing
  GROUP BY fingerprint
)
SELECT
  lower(hex(coalesce(counted.fingerprint, shared.fingerprint))) AS fingerprint,
  coalesce(shared.shared_rows, 0) AS shared_rows,
  counted.bytes,
  shared.bytes AS shared_bytes,
  counted.copies,
  shared.copies AS shared_copies,
  counted.layers,
  shared.layers AS shared_layers,
  count(*) OVER () AS total
FROM counted
FULL OUTER JOIN shared ON shared.fingerprint = counted.fingerprint
WHERE (SELECT count(*) FROM file_sharing) > 0
  AND (
    counted.fingerprint IS NULL
    OR coalesce(shared.shared_rows, 0) <> 1
    OR shared.bytes <> counted.bytes
    OR shared.copies <> counted.copies
    OR shared.layers <> counted.layers
  )
ORDER BY lower(hex(coalesce(counted.fingerprint, shared.fingerprint)))
LIMIT 20
