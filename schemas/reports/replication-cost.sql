-- What does it cost on disk to replicate popular data more than the rest?
-- Bytes of the vc scheme's blocks: private ones r = 3 times, popular ones r_c times; srb everything r times. Before
-- compression; zero data is stored nowhere. extra_ratio is against r copies of all that vc stores; per_machine divides by
-- the machines of the simulation. From simulate backup, by its first rules.
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
line AS (
  SELECT 'srb' AS scheme, 3 AS replicas, NULL AS popular_replicas, srb_bytes * 3 AS bytes, srb_bytes * 3 AS plain_bytes
  FROM stored
  UNION ALL
  SELECT
    'vc',
    3,
    degrees.popular_replicas,
    private_bytes * 3 + popular_bytes * degrees.popular_replicas,
    (private_bytes + popular_bytes) * 3
  FROM stored
  CROSS JOIN (SELECT * FROM (VALUES (3), (4), (5), (6), (7), (8), (9)) AS v (popular_replicas)) AS degrees
)
SELECT
  scheme,
  CAST(replicas AS INT) AS replicas,
  CAST(popular_replicas AS INT) AS popular_replicas,
  CAST(bytes AS BIGINT) AS stored_bytes,
  CAST(bytes - plain_bytes AS BIGINT) AS extra_bytes,
  round(CAST(bytes AS DOUBLE) / CAST(plain_bytes AS DOUBLE) - 1, 6) AS extra_ratio,
  round(CAST(bytes AS DOUBLE) / CAST(fleet.machines AS DOUBLE), 1) AS bytes_per_machine
FROM line
CROSS JOIN fleet
WHERE plain_bytes > 0
ORDER BY scheme, popular_replicas
