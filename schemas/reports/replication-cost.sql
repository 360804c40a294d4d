-- What does it cost on disk to replicate popular data more than the rest?
-- Bytes of the vc scheme's blocks: private ones r times, popular ones r_c times, from r to r + 6; srb everything r
-- times. Before compression; zero data is stored nowhere. extra_ratio is against r copies of all that vc stores;
-- per_machine divides by the machines of the simulation. From the last simulate backup, by its first rules; r is its
-- setting backup.replicas (3 for runs of versions without this setting).
--
-- subject: snapshots
-- first: scheme replicas popular_replicas stored_bytes extra_bytes extra_ratio
-- chart: bars x=scheme y=stored_bytes series=replicas+popular_replicas; Stored bytes with their replicas
WITH
stored AS (
  SELECT
    coalesce(sum(CASE WHEN scheme = 'vc' AND kind = 'private' THEN bytes END), 0) AS private_bytes,
    coalesce(sum(CASE WHEN scheme = 'vc' AND kind = 'popular' THEN bytes END), 0) AS popular_bytes,
    coalesce(sum(CASE WHEN scheme = 'srb' THEN bytes END), 0) AS srb_bytes
  FROM block_sharing
),
fleet AS (
  SELECT max(machines) AS machines FROM backup_result
),
requested AS (
  SELECT CAST(CAST(coalesce(settings['backup.replicas'], '3') AS DOUBLE) AS INT) AS replicas
  FROM run
  WHERE run_id = (SELECT max(run_id) FROM run WHERE verb = 'simulate backup')
),
line AS (
  SELECT
    'srb' AS scheme,
    replicas,
    NULL AS popular_replicas,
    srb_bytes * replicas AS bytes,
    srb_bytes * replicas AS plain_bytes
  FROM stored
  CROSS JOIN requested
  UNION ALL
  SELECT
    'vc',
    replicas,
    replicas + further.copies,
    private_bytes * replicas + popular_bytes * (replicas + further.copies),
    (private_bytes + popular_bytes) * replicas
  FROM stored
  CROSS JOIN requested
  CROSS JOIN (SELECT * FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) AS v (copies)) AS further
)
SELECT
  scheme,
  replicas,
  popular_replicas,
  bytes AS stored_bytes,
  bytes - plain_bytes AS extra_bytes,
  bytes / plain_bytes - 1 AS extra_ratio,
  bytes / fleet.machines AS bytes_per_machine
FROM line
CROSS JOIN fleet
WHERE plain_bytes > 0
ORDER BY scheme, popular_replicas
