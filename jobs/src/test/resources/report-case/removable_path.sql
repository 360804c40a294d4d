SELECT CAST(position AS INT) AS position, name, pattern
FROM (VALUES
  (0, 'data tool', '/data/%'),
  (1, 'builder', '%/lib/%')
) AS t (position, name, pattern)
