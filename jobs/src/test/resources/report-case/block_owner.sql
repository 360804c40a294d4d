SELECT scheme, kind, CAST(block AS BIGINT) AS block, vm, CAST(snapshots AS INT) AS snapshots
FROM (VALUES
  ('vc', 'private', 0, 'v1', 2), ('vc', 'private', 1, 'v2', 1), ('vc', 'private', 2, 'v2', 1),
  ('vc', 'popular', 0, 'v1', 2), ('vc', 'popular', 0, 'v2', 1),
  ('srb', 'private', 0, 'v1', 2), ('srb', 'private', 0, 'v2', 1),
  ('srb', 'private', 1, 'v1', 2), ('srb', 'private', 1, 'v2', 1),
  ('srb', 'private', 2, 'v1', 1), ('srb', 'private', 3, 'v2', 1)
) AS t (scheme, kind, block, vm, snapshots)
