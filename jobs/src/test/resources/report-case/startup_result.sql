SELECT
  image_digest,
  run,
  CAST(layers AS INT) AS layers,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(archive_bytes AS BIGINT) AS archive_bytes,
  CAST(file_bytes AS BIGINT) AS file_bytes,
  CAST(squashed_bytes AS BIGINT) AS squashed_bytes,
  CAST(accesses AS BIGINT) AS accesses,
  CAST(matched AS BIGINT) AS matched,
  CAST(accesses - matched AS BIGINT) AS dropped,
  CAST(paths AS BIGINT) AS paths,
  CAST(lookups AS BIGINT) AS lookups,
  CAST(files AS BIGINT) AS files,
  CAST(whole_bytes AS BIGINT) AS whole_bytes,
  CAST(files AS BIGINT) AS needed_files,
  CAST(needed_bytes AS BIGINT) AS needed_bytes,
  CAST(needed_layers AS BIGINT) AS needed_layers
FROM (VALUES
  ('sha256:i1', 'a', 2, 2300, 15360, 3464, 3264, 3, 2, 2, 3, 2, 1200, 1100, 2),
  ('sha256:i1', 'b', 2, 2300, 15360, 3464, 3264, 2, 2, 2, 4, 1, 1000, 1000, 1),
  ('sha256:i3', 'a', 1,  700, 10240, 1300, 1300, 2, 2, 2, 2, 2, 1300,  800, 1)
) AS t (
  image_digest, run, layers, compressed_bytes, archive_bytes, file_bytes, squashed_bytes, accesses, matched, paths, lookups,
  files, whole_bytes, needed_bytes, needed_layers
)
