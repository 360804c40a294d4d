-- Table file_sharing has one row for each fingerprint of a FILE, with its copies, its size and its number of layers.
-- Finds nothing while file_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- Copies of each content in each layer.
containing AS (
  SELECT fingerprint, layer_digest, count(*) AS copies, min(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint IS NOT NULL
  GROUP BY fingerprint, layer_digest
),
-- What layer_recipe says of each content.
counted AS (
  SELECT fingerprint, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS layers
  FROM containing
  GROUP BY fingerprint
),
-- What file_sharing says of each content, and in how many rows.
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
-- Without rows there is nothing to check.
WHERE (SELECT count(*) FROM file_sharing) > 0
  AND (
    -- A content that no FILE row has.
    counted.fingerprint IS NULL
    -- A content without a row, or with several.
    OR coalesce(shared.shared_rows, 0) <> 1
    -- Another size of one copy.
    OR shared.bytes <> counted.bytes
    -- Another number of FILE rows.
    OR shared.copies <> counted.copies
    -- Another number of layers that contain it.
    OR shared.layers <> counted.layers
  )
ORDER BY lower(hex(coalesce(counted.fingerprint, shared.fingerprint)))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
