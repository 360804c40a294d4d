-- Every chunk of chunk_sharing is in exactly one bundle of chunk_bundle, with all snapshots that contain the chunk.
-- Zero data is in no bundle.
-- Finds nothing while chunk_bundle is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
bundled AS (
  SELECT
    count(*) AS bundles,
    sum(chunks) AS chunks,
    sum(bytes) AS bytes,
    min(all_snapshots) AS all_snapshots
  FROM chunk_bundle
),
-- View stored_chunk has one row for each bundle and snapshot: its chunks add up to pairs of chunk and snapshot.
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
-- Without bundles there is nothing to check.
WHERE bundled.bundles > 0
  AND (
    -- Another number of distinct chunks.
    bundled.chunks <> shared.chunks
    -- Other bytes of the distinct chunks.
    OR bundled.bytes <> shared.bytes
    -- Another number of pairs of chunk and snapshot.
    OR contained.pairs <> shared.pairs
    -- Snapshots are numbered from 0 (view snapshot_number), so a number must be below the number of snapshots.
    OR contained.last_number >= published.snapshots
    -- Bundles of another set of snapshots than the published ones: their numbers are no longer valid.
    OR bundled.all_snapshots <> published.snapshots
  )
ORDER BY bundled.chunks
