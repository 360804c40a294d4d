SELECT
  scheme, kind, CAST(block AS BIGINT) AS block, CAST(bytes AS BIGINT) AS bytes, CAST(vms AS BIGINT) AS vms,
  CAST(snapshots AS BIGINT) AS snapshots
FROM (VALUES
  ('vc', 'private', 0, 60, 1, 2), ('vc', 'private', 1, 20, 1, 1), ('vc', 'private', 2, 50, 1, 1),
  ('vc', 'popular', 0, 40, 2, 3),
  ('srb', 'private', 0, 30, 2, 3), ('srb', 'private', 1, 30, 2, 3), ('srb', 'private', 2, 40, 1, 1),
  ('srb', 'private', 3, 50, 1, 1)
) AS t (scheme, kind, block, bytes, vms, snapshots)
