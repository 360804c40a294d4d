-- Every chunk of chunk_sharing is in one bundle of chunk_bundle, with all snapshots that contain it, by numbers that there are.
-- Passes while chunk_bundle is empty: derive has not run, or the table is older than what it is derived from.
WITH
bundled AS (
  SELECT
    count(*) AS bundles,
    sum(chunks) AS chunks,
    sum(bytes) AS bytes,
    min(all_snapshots) AS all_snapshots
  FROM chunk_bundle
),
contained AS (
  SELECT sum(chunks) AS pairs, max(snapshot_number) AS last_number
  FROM stored_chunk
),
shared AS (
  SELECT count(*) AS chunks, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(snapshots), 0) AS pairs
  FROM chunk_sharing
  WHERE NOT zero
),
published AS (
  SELECT count(*) AS snapshots FROM snapshot
)
SELECT
  bundled.chunks,
  shared.chunks AS shared_chunks,
  bundled.bytes,
  shared.bytes AS shared_bytes,
  contained.pairs,
  shared.pairs AS shared_pairs,
  contained.last_number,
  bundled.all_snapshots,
  published.snapshots,
  1 AS total
FROM bundled
CROSS JOIN contained
CROSS JOIN shared
CROSS JOIN published
WHERE bundled.bundles > 0
  AND (
    bundled.chunks <> shared.chunks
    OR bundled.bytes <> shared.bytes
    OR contained.pairs <> shared.pairs
    OR contained.last_number >= published.snapshots
    OR bundled.all_snapshots <> published.snapshots
  )
ORDER BY bundled.chunks
