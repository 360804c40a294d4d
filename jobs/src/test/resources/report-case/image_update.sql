SELECT
  CAST(update_number AS INT) AS update_number,
  repository, 'linux/amd64' AS platform, from_tag, to_tag, from_image, to_image,
  CAST(layers AS INT) AS layers,
  CAST(new_layers AS INT) AS new_layers,
  CAST(unread_layers AS INT) AS unread_layers,
  CAST(layer_bytes AS BIGINT) AS layer_bytes,
  CAST(new_layer_bytes AS BIGINT) AS new_layer_bytes,
  CAST(new_layer_bytes AS BIGINT) AS new_archive_layer_bytes,
  CAST(new_files AS BIGINT) AS new_files,
  CAST(new_file_bytes AS BIGINT) AS new_file_bytes,
  CAST(new_file_stored_bytes AS BIGINT) AS new_file_stored_bytes,
  CAST(avoidable_bytes AS BIGINT) AS avoidable_bytes,
  CAST(repeated_bytes AS BIGINT) AS repeated_bytes,
  CAST(changed_files AS BIGINT) AS changed_files,
  CAST(changed_bytes AS BIGINT) AS changed_bytes,
  CAST(removed_files AS BIGINT) AS removed_files,
  CAST(removed_bytes AS BIGINT) AS removed_bytes
FROM (VALUES
  (1, 'r1', 'v1', 'v2', 'sha256:i1', 'sha256:i2', 3, 2, 1, 2000,  500, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (2, 'r2', NULL, 'v1', 'sha256:i3', 'sha256:i1', 2, 2, 0, 2300, 2300,    2,  264,  150, 1670,  120,    8, 3264,    3, 1300)
) AS t (
  update_number, repository, from_tag, to_tag, from_image, to_image, layers, new_layers, unread_layers, layer_bytes,
  new_layer_bytes, new_files, new_file_bytes, new_file_stored_bytes, avoidable_bytes, repeated_bytes,
  changed_files, changed_bytes, removed_files, removed_bytes
)
