-- How long does a look-up with its read take on a chain, and what would direct access gain?
-- One row per simulated setting, for chains as they are, before any merge: means over all look-ups, by the cost model
-- of settings chains.costs. A column _direct_gain_ratio is the gain in throughput: the mean time over that of direct
-- access with the same cache, less 1. start_millis is the time until all files are open. snapshot_copy_bytes are the
-- table entries that taking a snapshot copies under direct access, at worst. Rows of source published are printed
-- figures, of the authors' machines (see schemas/published).
--
-- subject: chains
-- first: source vm access method snapshots mean_ssd_nanos ssd_direct_gain_ratio mean_hdd_nanos hdd_direct_gain_ratio
-- chart: line x=snapshots y=mean_ssd_nanos series=method+access panel=tables+caches+cache_bytes where=kind:grown log=y; Time of a look-up on SSD
WITH
-- Figures of the simulated settings.
counted AS (
  SELECT
    'counted' AS source,
    setting,
    kind,
    vm,
    daily_change,
    access,
    method,
    tables,
    caches,
    cache_bytes,
    snapshots,
    NULL AS figure,
    hdd_nanos / nullif(lookups, 0) AS mean_hdd_nanos,
    ssd_nanos / nullif(lookups, 0) AS mean_ssd_nanos,
    hdd_nanos / nullif(direct_hdd_nanos, 0) - 1 AS hdd_direct_gain_ratio,
    ssd_nanos / nullif(direct_ssd_nanos, 0) - 1 AS ssd_direct_gain_ratio,
    hdd_start_nanos / 1e6 AS hdd_start_millis,
    ssd_start_nanos / 1e6 AS ssd_start_millis,
    snapshot_copy_bytes
  FROM chain_against_direct
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    NULL AS setting, NULL AS kind, NULL AS vm, NULL AS daily_change, NULL AS access,
    'chained' AS method,
    NULL AS tables,
    'per-file' AS caches,
    NULL AS cache_bytes,
    snapshots,
    figure,
    NULL AS mean_hdd_nanos, NULL AS mean_ssd_nanos, NULL AS hdd_direct_gain_ratio,
    CASE WHEN figure LIKE 'chained over direct%' THEN value - 1 ELSE value END AS ssd_direct_gain_ratio,
    NULL AS hdd_start_millis, NULL AS ssd_start_millis, NULL AS snapshot_copy_bytes
  FROM published_chain
  WHERE report = 'chain-latency' AND EXISTS (SELECT 1 FROM chain_result)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, setting, snapshots, figure
