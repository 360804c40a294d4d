SELECT
  repository,
  platform,
  policy,
  CAST(max_layers AS INT) AS max_layers,
  path,
  CAST(layer AS INT) AS layer
FROM (VALUES
  ('r1', 'linux/amd64', 'one-layer', 2, '/', 0),
  ('r1', 'linux/amd64', 'one-layer', 3, '/', 0),
  ('r1', 'linux/amd64', 'history',   2, '/', 0),
  ('r1', 'linux/amd64', 'history',   2, 'opt/lib/', 1),
  ('r1', 'linux/amd64', 'history',   3, '/', 0),
  ('r1', 'linux/amd64', 'history',   3, 'opt/lib/', 1),
  ('r1', 'linux/amd64', 'history',   3, 'opt/o''neil-#/', 1),
  ('r1', 'linux/amd64', 'history',   3, 'bin/tool', 2),
  (NULL, 'linux/arm64', 'one-layer', 2, '/', 0),
  (NULL, 'linux/arm64', 'shared',    2, '/', 0),
  (NULL, 'linux/arm64', 'shared',    2, 'srv/', 1)
) AS t (repository, platform, policy, max_layers, path, layer)
