-- How many snapshots do the rules of borg, restic and Proxmox keep, and what do these take under each scheme of backup?
-- As if only they had been backed up; without zero data, before replication and compression. A row with more is the
-- same rules with one slot more of that period. Its marginal bytes are what that slot takes. They may be below zero:
-- Proxmox may then keep another snapshot instead, and vc compares with another parent. Nothing was removed.
--
-- subject: retention
-- first: policy more kept_snapshots perfect_bytes vc_bytes srb_bytes marginal_perfect_bytes marginal_vc_bytes
-- chart: bars x=policy y=perfect_bytes+vc_bytes+srb_bytes; What the kept snapshots take
WITH line AS (
  SELECT
    policy,
    tool,
    more,
    max(snapshots) AS snapshots,
    max(kept_snapshots) AS kept_snapshots,
    max(raw_bytes) AS raw_bytes,
    max(CASE WHEN scheme = 'perfect' THEN stored_bytes END) AS perfect_bytes,
    max(CASE WHEN scheme = 'vc' THEN stored_bytes END) AS vc_bytes,
    max(CASE WHEN scheme = 'srb' THEN stored_bytes END) AS srb_bytes
  FROM retention_backup
  GROUP BY policy, tool, more
)
SELECT
  line.policy,
  line.more,
  line.snapshots,
  line.kept_snapshots,
  line.raw_bytes,
  line.perfect_bytes,
  line.vc_bytes,
  line.srb_bytes,
  line.kept_snapshots - base.kept_snapshots AS marginal_snapshots,
  line.perfect_bytes - base.perfect_bytes AS marginal_perfect_bytes,
  line.vc_bytes - base.vc_bytes AS marginal_vc_bytes,
  line.srb_bytes - base.srb_bytes AS marginal_srb_bytes
FROM line
LEFT JOIN line AS base ON base.tool = line.tool AND base.more IS NULL AND line.more IS NOT NULL
ORDER BY line.tool NULLS FIRST, line.more NULLS FIRST, line.policy
