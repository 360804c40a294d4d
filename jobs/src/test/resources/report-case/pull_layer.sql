SELECT CAST(layer AS INT) AS layer, layer_digest
FROM (VALUES
  (0, 'sha256:01'),
  (1, 'sha256:22'),
  (2, 'sha256:50'),
  (3, 'sha256:90'),
  (4, 'sha256:c0')
) AS t (layer, layer_digest)
