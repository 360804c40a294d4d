-- Table file_sharing has one row for each fingerprint of a FILE, with its copies, its size and its number of layers.
-- Finds nothing while file_sharing is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row per content and layer: its copies there.
layer_content AS (
  SELECT fingerprint, layer_digest, count(*) AS copies, min(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND fingerprint IS NOT NULL
  GROUP BY fingerprint, layer_digest
),
-- One row per content: what layer_recipe says of it.
recipe_content AS (
  SELECT fingerprint, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS layers
  FROM layer_content
  GROUP BY fingerprint
),
-- One row per content: what file_sharing says of it, and in how many rows.
sharing_content AS (
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
  lower(hex(coalesce(recipe_content.fingerprint, sharing_content.fingerprint))) AS fingerprint,
  coalesce(sharing_content.shared_rows, 0) AS shared_rows,
  recipe_content.bytes,
  sharing_content.bytes AS shared_bytes,
  recipe_content.copies,
  sharing_content.copies AS shared_copies,
  recipe_content.layers,
  sharing_content.layers AS shared_layers,
  count(*) OVER () AS total
FROM recipe_content
FULL OUTER JOIN sharing_content ON sharing_content.fingerprint = recipe_content.fingerprint
-- Without rows there is nothing to check.
WHERE (SELECT count(*) FROM file_sharing) > 0
  AND (
    -- A content that no FILE row has.
    recipe_content.fingerprint IS NULL
    -- A content without a row, or with several.
    OR coalesce(sharing_content.shared_rows, 0) <> 1
    -- Another size of one copy.
    OR sharing_content.bytes <> recipe_content.bytes
    -- Another number of FILE rows.
    OR sharing_content.copies <> recipe_content.copies
    -- Another number of layers that contain it.
    OR sharing_content.layers <> recipe_content.layers
  )
ORDER BY lower(hex(coalesce(recipe_content.fingerprint, sharing_content.fingerprint)))
-- At most 20 faults are listed; column total counts all.
LIMIT 20
