-- What the contents of a bundle store in a layer that some update brings, by directory of the first copy in the layer: the
-- first copy of each, and all copies. Contents that no other layer contains have no bundle here, as they are new wherever
-- they are brought. Only contents of which some layer has several copies are grouped one by one, and the directory, the first
-- two of the path, is cut by places: by content and regular expression it takes twice as long.
WITH
content AS (
  SELECT
    file_holders.fingerprint,
    CASE WHEN file_holders.layers > 1 THEN file_bundles.bundle END AS bundle,
    file_holders.copies > file_holders.layers AS repeated
  FROM file_holders
  JOIN file_bundles ON file_bundles.layers = file_holders.holders
),
placed AS (
  SELECT
    layer_digest,
    fingerprint,
    position,
    bytes,
    stored_bytes,
    path,
    instr(path, '/') AS slash,
    instr(substr(path, instr(path, '/') + 1), '/') AS next_slash
  FROM layer_recipe
  WHERE kind = 'FILE'
),
copied AS (
  SELECT
    brought.layer_number,
    content.bundle,
    content.repeated,
    placed.fingerprint,
    placed.position,
    placed.bytes,
    placed.stored_bytes,
    CASE
      WHEN placed.next_slash > 1 THEN substr(placed.path, 1, placed.slash + placed.next_slash - 1)
      WHEN placed.slash > 0 THEN substr(placed.path, 1, placed.slash - 1)
      ELSE ''
    END AS directory
  FROM placed
  JOIN (SELECT DISTINCT layer_number, layer_digest FROM update_brought WHERE layer_number IS NOT NULL) AS brought
    ON brought.layer_digest = placed.layer_digest
  JOIN content ON content.fingerprint = placed.fingerprint
),
first_copy AS (
  SELECT
    layer_number,
    bundle,
    min_by(directory, position) AS directory,
    CASE WHEN repeated THEN 1 ELSE count(*) END AS files,
    CASE WHEN repeated THEN min(bytes) ELSE sum(bytes) END AS bytes,
    CASE WHEN repeated THEN min_by(stored_bytes, position) ELSE sum(stored_bytes) END AS first_bytes,
    sum(stored_bytes) AS stored_bytes
  FROM copied
  GROUP BY
    layer_number,
    bundle,
    repeated,
    CASE WHEN repeated THEN fingerprint END,
    CASE WHEN NOT repeated THEN directory END
)
SELECT
  layer_number,
  bundle,
  directory,
  CAST(sum(files) AS BIGINT) AS files,
  CAST(sum(bytes) AS BIGINT) AS bytes,
  CAST(sum(first_bytes) AS BIGINT) AS first_bytes,
  CAST(sum(stored_bytes) AS BIGINT) AS stored_bytes
FROM first_copy
GROUP BY layer_number, bundle, directory
