-- Why are files there again, and what would remove the copies?
-- Every copy of a content beyond the one that is kept is a duplicate and counts in exactly one row. So the rows add up
-- to all duplicate bytes (those of duplicate-origin and savings-by-type). T1 to T6 are whole layers that are like one
-- that is kept, by the first that applies. T7 are the files that a layer has in common with one that it is near to
-- (derive.twins.similarity). All other files follow. A layer that several images list is stored once: class T0 has no
-- duplicate. Files are FILE rows of the layers read, base layers included; the empty file moves counts and stored bytes
-- only. Which images could have a base in common says report common-base. Links and COPY --chown remove repeats where
-- images are built.
--
-- subject: registry
-- first: cause differs layers duplicate_bytes duplicate_bytes_ratio removed_by
-- chart: bars x=cause y=duplicate_bytes; Duplicate bytes by why they are there
WITH
-- name is the cause in tables layer_twin and layer_duplicate.
class_name AS (
  SELECT *
  FROM (VALUES
    (0, 'T0', 'shared', 'blob of many images', 'stored once already'),
    (1, 'T1', 'compression', 'compressed otherwise', 'one way to compress'),
    (2, 'T2', 'order', 'rebuilt: order', 'reproducible builds'),
    (3, 'T3', 'times', 'rebuilt: times', 'reproducible builds'),
    (4, 'T4', 'owners', 'rebuilt: owners', 'owners set by COPY'),
    (5, 'T5', 'entries', 'other directories', 'reproducible builds'),
    (6, 'T6', 'paths', 'layer at other paths', 'dedup of files'),
    (7, 'T7', 'near', 'near another layer', 'common base, dedup'),
    (8, 'rest', 'other base', 'file over other base', 'common base, dedup'),
    (9, 'rest', 'same base', 'file over same base', 'common layer, dedup'),
    (10, 'rest', 'other path', 'file at other path', 'dedup of files'),
    (11, 'rest', 'same layer', 'file again in layer', 'links, dedup')
  ) AS names (place, class, name, cause, removed_by)
),
-- One row per layer that is like one that is kept. Blobs of near layers do not go away, so they have no blob_bytes.
twin_layer AS (
  SELECT
    layer_twin.cause AS name,
    CASE WHEN layer_twin.cause IN ('order', 'times', 'owners') THEN layer_twin.differs END AS differs,
    layer_twin.layer_digest,
    CASE WHEN layer_twin.cause <> 'near' THEN layer.compressed_bytes END AS blob_bytes
  FROM layer_twin
  JOIN layer ON layer.layer_digest = layer_twin.layer_digest
  WHERE layer_twin.cause IS NOT NULL
),
-- Layers that several images list.
shared_layer AS (
  SELECT layer_digest
  FROM image_layer
  WHERE layer_digest IN (SELECT layer_digest FROM layer)
  GROUP BY layer_digest
  HAVING count(DISTINCT image_digest) > 1
),
-- One row per cause and difference.
cause_total AS (
  SELECT
    twin_layer.name, twin_layer.differs, count(*) AS layers, sum(twin_layer.blob_bytes) AS blob_bytes,
    sum(layer_duplicate.files) AS files, sum(layer_duplicate.bytes) AS bytes,
    CASE WHEN count(layer_duplicate.stored_bytes) = count(layer_duplicate.bytes)
      THEN coalesce(sum(layer_duplicate.stored_bytes), 0) END AS stored_bytes
  FROM twin_layer
  LEFT JOIN layer_duplicate
    ON layer_duplicate.layer_digest = twin_layer.layer_digest
    AND layer_duplicate.cause = twin_layer.name
  GROUP BY twin_layer.name, twin_layer.differs
  UNION ALL
  SELECT cause, NULL, count(*), NULL, sum(files), sum(bytes),
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END
  FROM layer_duplicate
  WHERE cause IN ('other base', 'same base', 'other path', 'same layer')
  GROUP BY cause
  UNION ALL
  SELECT 'shared', NULL, count(*), NULL, 0, 0, 0 FROM shared_layer
),
-- One row: all files, and the copies of contents beyond the first.
file_total AS (
  SELECT sum(bytes * copies) AS bytes, sum(bytes * (copies - 1)) AS duplicate_bytes FROM file_sharing
)
SELECT
  class_name.class,
  -- cause: T1 one archive compressed otherwise. T2 the same entries in another order or with other headers; T3 also
  --   other times; T4 also other owners or modes. T5 the same files with other directories or links. T6 the same
  --   contents at other paths. Of all other files: same path over one base image or over another base, other paths,
  --   repeats within the layer.
  class_name.cause,
  -- differs: in what the layers of T2 to T4 differ; such classes have a row for each.
  cause_total.differs,
  -- layers: those that contain the duplicates.
  coalesce(cause_total.layers, 0) AS layers,
  coalesce(cause_total.files, 0) AS duplicate_files,
  coalesce(cause_total.bytes, 0) AS duplicate_bytes,
  -- duplicate_bytes_ratio: against the bytes of all duplicates.
  coalesce(cause_total.bytes, 0) / nullif(file_total.duplicate_bytes, 0) AS duplicate_bytes_ratio,
  -- bytes_ratio: against the bytes of all files.
  coalesce(cause_total.bytes, 0) / nullif(file_total.bytes, 0) AS bytes_ratio,
  -- blob_bytes: T1 to T6: what a registry of blobs gives back where only one of each kind is stored.
  CASE WHEN class_name.place BETWEEN 1 AND 6 THEN coalesce(cause_total.blob_bytes, 0) END AS blob_bytes,
  class_name.removed_by,
  -- stored_duplicate_bytes: the duplicates as they are stored in the blobs; null where an earlier version read one of
  --   the layers. The copy that stays is not that of savings-by-type, so they have another sum.
  CASE WHEN cause_total.name IS NULL THEN 0 ELSE cause_total.stored_bytes END AS stored_duplicate_bytes
FROM class_name
CROSS JOIN file_total
LEFT JOIN cause_total ON cause_total.name = class_name.name
WHERE EXISTS (SELECT 1 FROM layer_twin)
ORDER BY class_name.place, cause_total.bytes DESC NULLS LAST, cause_total.differs NULLS FIRST
