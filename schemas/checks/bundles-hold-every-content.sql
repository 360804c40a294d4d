-- The bundles of files and of chunks have every content of file_sharing and chunk_sharing in one of them, with all who hold it.
-- Holds while file_bundle and chunk_bundle are empty: derive has not run, or they are older than what they are made from.
WITH
bundled AS (
  SELECT
    'file_bundle' AS bundles,
    (SELECT count(*) FROM file_bundle) AS bundle_rows,
    (SELECT sum(files) FROM file_bundle) AS contents,
    (SELECT sum(bytes) FROM file_bundle) AS bytes,
    (SELECT sum(files) FROM held_file) AS holdings
  UNION ALL
  SELECT
    'chunk_bundle',
    (SELECT count(*) FROM chunk_bundle),
    (SELECT sum(chunks) FROM chunk_bundle),
    (SELECT sum(bytes) FROM chunk_bundle),
    (SELECT sum(chunks) FROM held_chunk)
),
shared AS (
  SELECT 'file_bundle' AS bundles, count(*) AS contents, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(layers), 0) AS holdings
  FROM file_sharing
  UNION ALL
  SELECT 'chunk_bundle', count(*), coalesce(sum(bytes), 0), coalesce(sum(snapshots), 0)
  FROM chunk_sharing
  WHERE NOT zero
)
SELECT
  bundled.bundles,
  CAST(bundled.contents AS BIGINT) AS contents,
  CAST(shared.contents AS BIGINT) AS shared_contents,
  CAST(bundled.bytes AS BIGINT) AS bytes,
  CAST(shared.bytes AS BIGINT) AS shared_bytes,
  CAST(bundled.holdings AS BIGINT) AS holdings,
  CAST(shared.holdings AS BIGINT) AS shared_holdings,
  count(*) OVER () AS total
FROM bundled
JOIN shared ON shared.bundles = bundled.bundles
WHERE bundled.bundle_rows > 0
  AND (bundled.contents <> shared.contents OR bundled.bytes <> shared.bytes OR bundled.holdings <> shared.holdings)
ORDER BY bundled.bundles
