SELECT
  policy,
  CAST(keep_newest AS INT) AS keep_newest,
  CAST(NULL AS BIGINT) AS older_than_seconds,
  CAST('2024-06-01 00:00:00' AS TIMESTAMP) AS aged_to,
  repository,
  CAST(tags AS BIGINT) AS tags,
  CAST(removed_tags AS BIGINT) AS removed_tags,
  CAST(manifests AS BIGINT) AS manifests,
  CAST(removed_manifests AS BIGINT) AS removed_manifests,
  CAST(removed_images AS BIGINT) AS removed_images,
  CAST(layers AS BIGINT) AS layers,
  CAST(removed_layers AS BIGINT) AS removed_layers,
  CAST(blobs AS BIGINT) AS blobs,
  CAST(freed_blobs AS BIGINT) AS freed_blobs,
  CAST(stored_bytes AS BIGINT) AS stored_bytes,
  CAST(freed_bytes AS BIGINT) AS freed_bytes,
  CAST(unique_file_bytes AS BIGINT) AS unique_file_bytes,
  CAST(freed_file_bytes AS BIGINT) AS freed_file_bytes
FROM (VALUES
  ('listed tags', NULL, NULL, 0, 0, 0, 0, 0, 3, 0, 7, 0, 4060, 0, 1564, 0),
  ('listed tags', NULL, 'r1', 2, 1, 3, 2, 1, 1, 1, 6, 6, 1160, 1160, 8, 8),
  ('listed tags', NULL, 'r2', 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  ('listed tags', NULL, 'r3', 1, 0, 2, 0, 0, 0, 0, 1, 0, 300, 0, 0, 0),
  ('keep 1', 1, NULL, 0, 0, 0, 0, 0, 3, 0, 7, 0, 4060, 0, 1564, 0),
  ('keep 1', 1, 'r1', 2, 1, 3, 1, 1, 1, 0, 6, 0, 1160, 0, 8, 0),
  ('keep 1', 1, 'r2', 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  ('keep 1', 1, 'r3', 1, 0, 2, 0, 0, 0, 0, 1, 0, 300, 0, 0, 0)
) AS t (policy, keep_newest, repository, tags, removed_tags, manifests, removed_manifests, removed_images, layers, removed_layers, blobs, freed_blobs, stored_bytes, freed_bytes, unique_file_bytes, freed_file_bytes)
