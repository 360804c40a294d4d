-- Which single contents waste the most bytes?
-- The 50 contents with the most wasted_bytes = bytes * (copies - 1); ties go to the smaller fingerprint.
-- Files are FILE rows of the layers read, base layers included, each layer once; a hard link is no copy; the empty file
-- wastes nothing and is never a row here. wasted_bytes_ratio is against all file bytes, uncompressed.
-- example_path is the first path by name under which the content occurs.
--
-- subject: registry
-- first: example_path bytes copies wasted_bytes content_type fingerprint
-- gate: wasted_bytes_ratio
-- chart: bars x=example_path y=wasted_bytes top=20; Bytes wasted by single contents
WITH
-- One row: all files.
file_total AS (
  SELECT sum(bytes * copies) AS file_bytes FROM file_sharing
),
-- One row per content.
worst_content AS (
  SELECT fingerprint, bytes, copies, layers, images, repositories, bytes * (copies - 1) AS wasted_bytes
  FROM file_sharing
  WHERE bytes > 0 AND copies > 1
  ORDER BY bytes * (copies - 1) DESC, fingerprint
  LIMIT /* rows */ 50
),
-- Paths are joined only now, with 50 rows on the small side; the hint keeps Spark from shuffling the large one.
example AS (
  SELECT /*+ BROADCAST(worst_content) */
    named_file.fingerprint, min(named_file.path) AS path, min(named_file.content_type) AS content_type
  FROM named_file
  JOIN worst_content ON worst_content.fingerprint = named_file.fingerprint
  GROUP BY named_file.fingerprint
)
SELECT
  lower(hex(worst_content.fingerprint)) AS fingerprint,
  worst_content.bytes,
  worst_content.copies,
  worst_content.layers,
  worst_content.images,
  worst_content.repositories,
  worst_content.wasted_bytes,
  worst_content.wasted_bytes / nullif(file_total.file_bytes, 0) AS wasted_bytes_ratio,
  example.content_type,
  example.path AS example_path
FROM worst_content
CROSS JOIN file_total
LEFT JOIN example ON example.fingerprint = worst_content.fingerprint
ORDER BY worst_content.wasted_bytes DESC, lower(hex(worst_content.fingerprint))
