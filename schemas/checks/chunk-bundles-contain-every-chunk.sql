-- Bundles have as many chunks, bytes and pairs of chunk and snapshot as chunk_sharing, and valid numbers of snapshots.
-- A bundle is the set of all chunks that exactly the same snapshots contain. Zero data is in no bundle.
-- Finds nothing while chunk_bundle is empty: verb derive has not run, or the table is out of date and read as empty.
WITH
-- One row: all bundles.
bundle_total AS (
  SELECT
    count(*) AS bundles,
    sum(chunks) AS chunks,
    sum(bytes) AS bytes,
    -- Published snapshots when the table was made, equal in all rows.
    min(all_snapshots) AS all_snapshots
  FROM chunk_bundle
),
-- View stored_chunk has one row for each bundle and snapshot: its chunks add up to pairs of chunk and snapshot.
pair_total AS (
  SELECT sum(chunks) AS pairs, max(snapshot_number) AS last_number
  FROM stored_chunk
),
-- One row: all distinct chunks that are not zero, and the pairs of chunk and snapshot.
chunk_total AS (
  SELECT count(*) AS chunks, coalesce(sum(bytes), 0) AS bytes, coalesce(sum(snapshots), 0) AS pairs
  FROM chunk_sharing
  WHERE NOT zero
),
-- One row: the published snapshots.
published_total AS (
  SELECT count(*) AS snapshots FROM snapshot
)
-- One row where a total differs, else none: so column total, the number of faults, is 1.
SELECT
  bundle_total.chunks,
  chunk_total.chunks AS expected_chunks,
  bundle_total.bytes,
  chunk_total.bytes AS expected_bytes,
  pair_total.pairs,
  chunk_total.pairs AS expected_pairs,
  pair_total.last_number,
  bundle_total.all_snapshots,
  published_total.snapshots,
  1 AS total
FROM bundle_total
CROSS JOIN pair_total
CROSS JOIN chunk_total
CROSS JOIN published_total
-- Without bundles there is nothing to check.
WHERE bundle_total.bundles > 0
  AND (
    -- Another number of distinct chunks.
    bundle_total.chunks <> chunk_total.chunks
    -- Other bytes of the distinct chunks.
    OR bundle_total.bytes <> chunk_total.bytes
    -- Another number of pairs of chunk and snapshot.
    OR pair_total.pairs <> chunk_total.pairs
    -- Snapshots are numbered from 0 (view snapshot_number), so a number must be below the number of snapshots.
    OR pair_total.last_number >= published_total.snapshots
    -- Bundles of another set of snapshots than the published ones: their numbers are no longer valid.
    OR bundle_total.all_snapshots <> published_total.snapshots
  )
ORDER BY bundle_total.chunks
