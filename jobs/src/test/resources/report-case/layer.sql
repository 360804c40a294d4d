SELECT
  layer_digest, diff_id, media_type, compression,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(archive_bytes AS BIGINT) AS archive_bytes,
  CAST(file_bytes AS BIGINT) AS file_bytes,
  CAST(files AS BIGINT) AS files,
  CAST(directories AS BIGINT) AS directories,
  CAST(symlinks AS BIGINT) AS symlinks,
  CAST(hard_links AS BIGINT) AS hard_links,
  CAST(whiteouts AS BIGINT) AS whiteouts,
  CAST(other_entries AS BIGINT) AS other_entries,
  CAST(max_depth AS INT) AS max_depth,
  CAST(first_seen_at AS TIMESTAMP) AS first_seen_at,
  CAST(rest_bytes AS BIGINT) AS rest_bytes
FROM (VALUES
  ('sha256:01', 'sha256:d1', 'tar+gzip', 'gzip', 1500, 10240, 2200, 4, 2, 0, 1, 0, 0, 2, '2024-01-01 00:00:00', 200),
  ('sha256:22', 'sha256:d2', 'tar+gzip', 'gzip',  800,  5120, 1264, 4, 0, 0, 0, 1, 0, 3, '2024-01-01 00:00:00', 80),
  ('sha256:50', 'sha256:d3', 'tar+zstd', 'zstd',  400,  5120,  608, 3, 0, 1, 0, 0, 0, 2, '2024-01-01 00:00:00', 70),
  ('sha256:90', 'sha256:d4', 'tar+gzip', 'gzip',  700, 10240, 1300, 3, 0, 0, 0, 0, 1, 2, '2024-01-01 00:00:00', 50),
  ('sha256:c0', 'sha256:d5', CAST(NULL AS STRING), 'none', 10240, 10240, 576, 2, 0, 0, 0, 0, 0, 2, '2024-01-01 00:00:00', 8192)
) AS t (
  layer_digest, diff_id, media_type, compression, compressed_bytes, archive_bytes, file_bytes, files, directories,
  symlinks, hard_links, whiteouts, other_entries, max_depth, first_seen_at, rest_bytes
)
