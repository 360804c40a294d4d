-- Sums over the layers of a wave that were read.
SELECT
  count(*) AS layers,
  CAST(coalesce(sum(compressed_bytes), 0) AS BIGINT) AS compressed_bytes,
  CAST(coalesce(sum(archive_bytes), 0) AS BIGINT) AS archive_bytes,
  CAST(coalesce(sum(files), 0) AS BIGINT) AS files
FROM found_layer
