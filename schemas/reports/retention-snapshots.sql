-- How many snapshots do the rules of borg, restic and Proxmox keep, and what do these take under each scheme of backup?
-- As if only they had been backed up; without zero data, before replication and compression. A row with more is the
-- same rules with one slot more of that period. Its marginal bytes are what that slot takes. They may be below zero:
-- Proxmox may then keep another snapshot instead, and vc compares with another parent. Nothing was removed.
--
-- subject: retention
-- first: policy more kept_snapshots perfect_bytes vc_bytes srb_bytes marginal_perfect_bytes marginal_vc_bytes
-- chart: bars x=policy y=perfect_bytes+vc_bytes+srb_bytes; What the kept snapshots take
WITH
-- One row per policy, tool and additional slot.
policy_line AS (
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
  policy_line.policy,
  policy_line.more,
  policy_line.snapshots,
  policy_line.kept_snapshots,
  policy_line.raw_bytes,
  policy_line.perfect_bytes,
  policy_line.vc_bytes,
  policy_line.srb_bytes,
  policy_line.kept_snapshots - plain_policy.kept_snapshots AS marginal_snapshots,
  policy_line.perfect_bytes - plain_policy.perfect_bytes AS marginal_perfect_bytes,
  policy_line.vc_bytes - plain_policy.vc_bytes AS marginal_vc_bytes,
  policy_line.srb_bytes - plain_policy.srb_bytes AS marginal_srb_bytes
FROM policy_line
LEFT JOIN policy_line AS plain_policy
  ON plain_policy.tool = policy_line.tool
  AND plain_policy.more IS NULL
  AND policy_line.more IS NOT NULL
ORDER BY policy_line.tool NULLS FIRST, policy_line.more NULLS FIRST, policy_line.policy
