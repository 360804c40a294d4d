SELECT
  policy,
  tool,
  more,
  CAST(3 AS BIGINT) AS snapshots,
  CAST(kept_snapshots AS BIGINT) AS kept_snapshots,
  scheme,
  CAST(raw_bytes AS BIGINT) AS raw_bytes,
  CAST(stored_bytes AS BIGINT) AS stored_bytes
FROM (VALUES
  ('all snapshots', NULL, NULL, 3, 'perfect', 300, 150),
  ('all snapshots', NULL, NULL, 3, 'vc', 300, 170),
  ('all snapshots', NULL, NULL, 3, 'srb', 300, 160),
  ('proxmox: daily 1', 'proxmox', NULL, 1, 'perfect', 100, 90),
  ('proxmox: daily 1', 'proxmox', NULL, 1, 'vc', 100, 100),
  ('proxmox: daily 1', 'proxmox', NULL, 1, 'srb', 100, 95),
  ('proxmox: daily 2', 'proxmox', 'daily', 2, 'perfect', 200, 120),
  ('proxmox: daily 2', 'proxmox', 'daily', 2, 'vc', 200, 125),
  ('proxmox: daily 2', 'proxmox', 'daily', 2, 'srb', 200, 130)
) AS t (policy, tool, more, kept_snapshots, scheme, raw_bytes, stored_bytes)
