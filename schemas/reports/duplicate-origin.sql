-- Where do duplicate files come from: the same layer, the same image, the same repository, or elsewhere?
-- Every copy of a content beyond the first is a duplicate and counts in exactly one row. The layers that contain a
-- content are put in the order of their digests. Digests order at random, so no layer is preferred; the sum of all
-- duplicates does not depend on the order. Files are FILE rows of the layers read, each layer once, base layers
-- included: a hard link is no copy, the empty file moves counts only.
--
-- subject: registry
-- first: origin duplicate_files duplicate_bytes duplicate_bytes_ratio bytes_ratio
-- gate: bytes_ratio
-- chart: bars x=origin y=duplicate_bytes; Duplicate bytes by where their first copy is
WITH
-- One row: all files, and the copies of contents beyond the first.
file_total AS (
  SELECT
    sum(bytes * copies) AS bytes,
    sum(copies) AS files,
    sum(copies - 1) AS duplicates,
    sum(bytes * (copies - 1)) AS duplicate_bytes
  FROM file_sharing
),
origin_order AS (
  SELECT *
  FROM (VALUES
    (1, 'same layer'), (2, 'same image'), (3, 'same repository'), (4, 'elsewhere'), (5, 'unknown')
  ) AS names (place, origin)
)
SELECT
  -- origin: same layer: copies beyond the first within a layer. same image: the first copy of a later layer, when an
  --   earlier layer with the content is in a common image. same repository: else, when an earlier one is in a common
  --   repository. elsewhere: else. unknown, instead of elsewhere: a layer with the content, up to this one, is in an
  --   image whose repository nobody stated (a layout or archive without names), so that the repository may be the same.
  file_origin.origin,
  file_origin.files AS duplicate_files,
  file_origin.bytes AS duplicate_bytes,
  -- files_ratio: against all files.
  file_origin.files / nullif(file_total.files, 0) AS files_ratio,
  -- bytes_ratio: against all file bytes.
  file_origin.bytes / nullif(file_total.bytes, 0) AS bytes_ratio,
  -- duplicate_files_ratio: against the number of all duplicates.
  file_origin.files / nullif(file_total.duplicates, 0) AS duplicate_files_ratio,
  -- duplicate_bytes_ratio: against the bytes of all duplicates.
  file_origin.bytes / nullif(file_total.duplicate_bytes, 0) AS duplicate_bytes_ratio
FROM file_origin
JOIN origin_order ON origin_order.origin = file_origin.origin
CROSS JOIN file_total
WHERE file_origin.origin <> 'unknown' OR file_origin.files > 0
ORDER BY origin_order.place
