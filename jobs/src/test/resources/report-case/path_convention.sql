SELECT CAST(position AS INT) AS position, name, pattern
FROM (VALUES
  (0, 'programs', '/bin/%'),
  (1, 'archives', '%.gz'),
  (2, 'archives', '/data/%.t_z'),
  (3, 'config', '%/etc/%')
) AS t (position, name, pattern)
