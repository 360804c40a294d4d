-- What does it cost on disk to replicate popular data more than the rest?
-- One row per scheme and number of popular replicas. Private blocks of scheme vc are stored r times, its popular
-- blocks r to r + 6 times; scheme srb stores everything r times. Bytes are before compression; zero data is stored
-- nowhere. extra_ratio is against r replicas of all that vc stores; bytes_per_machine divides by the machines of the
-- simulation. Counted for the first set of rules of the last simulate backup; r is its setting backup.replicas (3 for
-- runs of versions without this setting).
--
-- subject: snapshots
-- first: scheme replicas popular_replicas stored_bytes extra_bytes extra_ratio
-- chart: bars x=scheme y=stored_bytes series=replicas+popular_replicas; Stored bytes with their replicas
WITH
-- One row: bytes of the blocks of vc, private and popular, and of srb.
block_total AS (
  SELECT
    coalesce(sum(CASE WHEN scheme = 'vc' AND kind = 'private' THEN bytes END), 0) AS private_bytes,
    coalesce(sum(CASE WHEN scheme = 'vc' AND kind = 'popular' THEN bytes END), 0) AS popular_bytes,
    coalesce(sum(CASE WHEN scheme = 'srb' THEN bytes END), 0) AS srb_bytes
  FROM block_sharing
),
-- One row: the machines of the last simulation.
machine_total AS (
  SELECT max(machines) AS machines FROM backup_result
),
-- The number of replicas of the last simulate backup.
backup_setting AS (
  SELECT CAST(CAST(coalesce(settings['backup.replicas'], '3') AS DOUBLE) AS INT) AS replicas
  FROM run
  WHERE run_id = (SELECT max(run_id) FROM run WHERE verb = 'simulate backup')
),
-- One row per scheme and number of popular replicas. plain_bytes are those with the same number of replicas for all
-- blocks.
replica_line AS (
  SELECT
    'srb' AS scheme,
    replicas,
    NULL AS popular_replicas,
    srb_bytes * replicas AS bytes,
    srb_bytes * replicas AS plain_bytes
  FROM block_total
  CROSS JOIN backup_setting
  UNION ALL
  SELECT
    'vc',
    replicas,
    replicas + further.copies,
    private_bytes * replicas + popular_bytes * (replicas + further.copies),
    (private_bytes + popular_bytes) * replicas
  FROM block_total
  CROSS JOIN backup_setting
  CROSS JOIN (SELECT * FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) AS v (copies)) AS further
)
SELECT
  scheme,
  replicas,
  popular_replicas,
  bytes AS stored_bytes,
  bytes - plain_bytes AS extra_bytes,
  bytes / plain_bytes - 1 AS extra_ratio,
  bytes / machine_total.machines AS bytes_per_machine
FROM replica_line
CROSS JOIN machine_total
WHERE plain_bytes > 0
ORDER BY scheme, popular_replicas
