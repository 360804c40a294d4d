SELECT
  repository,
  platform,
  policy,
  CAST(max_layers AS INT) AS max_layers,
  CAST(layer AS INT) AS layer,
  name,
  CAST(entries AS BIGINT) AS entries,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(compressed_bytes AS BIGINT) AS compressed_bytes,
  CAST(learned_updates AS INT) AS learned_updates,
  CAST(judged_updates AS INT) AS judged_updates,
  CAST(days_between_updates AS DOUBLE) AS days_between_updates
FROM (VALUES
  ('r1', 'linux/amd64', 'one-layer', 2, 0, 'all',      10, 3264, 1425, 1, 2, 9.5),
  ('r1', 'linux/amd64', 'one-layer', 3, 0, 'all',      10, 3264, 1425, 1, 2, 9.5),
  ('r1', 'linux/amd64', 'history',   2, 0, '/',         9, 2264,  925, 1, 2, 9.5),
  ('r1', 'linux/amd64', 'history',   2, 1, 'opt/lib/',  1, 1000,  500, 0, 1, 28.5),
  ('r1', 'linux/amd64', 'history',   3, 0, '/',         8, 1264,  425, 1, 2, 9.5),
  ('r1', 'linux/amd64', 'history',   3, 1, 'opt/lib/',  1, 1000,  500, 0, 1, 28.5),
  ('r1', 'linux/amd64', 'history',   3, 2, 'tool''s',   1, 1000,  500, 0, 0, NULL),
  (NULL, 'linux/arm64', 'one-layer', 2, 0, 'all',       6,  500,  250, 2, 2, 7),
  (NULL, 'linux/arm64', 'shared',    2, 0, '/',         4,  200,  100, 2, 2, 7),
  (NULL, 'linux/arm64', 'shared',    2, 1, 'srv/',      2,  300,  150, 0, 1, 28)
) AS t (repository, platform, policy, max_layers, layer, name, entries, bytes, compressed_bytes, learned_updates, judged_updates, days_between_updates)
