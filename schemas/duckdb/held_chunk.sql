-- Who holds which chunks, as views/held_chunk.sql has it, in DuckDB's SQL. To use it, make views of the Parquet files of
-- chunk_bundle, segment_recipe and snapshot, of segment_chunk.sql, of views/snapshot_number.sql, and of this query.
SELECT bundle, unnest(snapshots) AS snapshot_number, chunks, bytes
FROM chunk_bundle
WHERE all_snapshots = (SELECT count(*) FROM snapshot)
UNION ALL
SELECT segment_chunk.fingerprint, numbered.snapshot_number, CAST(1 AS BIGINT), CAST(segment_chunk.bytes AS BIGINT)
FROM segment_chunk
JOIN (
  SELECT vm, snapshot, snapshot_number
  FROM snapshot_number
  WHERE NOT EXISTS (SELECT 1 FROM chunk_bundle WHERE all_snapshots = (SELECT count(*) FROM snapshot))
) AS numbered ON numbered.vm = segment_chunk.vm AND numbered.snapshot = segment_chunk.snapshot
WHERE NOT segment_chunk.zero
