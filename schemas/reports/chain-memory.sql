-- What memory do the tables of a chain take?
-- One row per simulated setting, for chains as they are, before any merge. full_cache_bytes: all caches when they are
-- full; a chain has one for each file, direct access has one. state_bytes: open files, in addition. resident_bytes:
-- what the caches contained at the end. duplicate_bytes: copies among these of slices that another cache contained
-- too. full_fold is full_cache_bytes + state_bytes of the setting over those of direct access; null where that was not
-- simulated with such a cache. Rows of source published are printed figures (see schemas/published): the fold, and the
-- cache at which direct access saturates.
--
-- subject: chains
-- first: source kind vm method snapshots cache_bytes resident_bytes duplicate_bytes full_fold
-- chart: line x=snapshots y=full_cache_bytes+resident_bytes series=method panel=access+caches+cache_bytes where=kind:grown; Memory of tables
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
    caches,
    snapshots,
    cache_bytes,
    l2_bytes,
    full_cache_bytes,
    state_bytes,
    resident_bytes,
    duplicate_bytes,
    (full_cache_bytes + state_bytes) / nullif(direct_memory_bytes, 0) AS full_fold
  FROM chain_against_direct
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    NULL AS setting, NULL AS kind, NULL AS vm, NULL AS daily_change, NULL AS access,
    CASE WHEN figure LIKE 'chained%' THEN 'chained' ELSE 'direct' END AS method,
    'per-file' AS caches,
    snapshots,
    CAST(CASE WHEN figure LIKE 'bytes%' THEN value END AS BIGINT) AS cache_bytes,
    NULL AS l2_bytes, NULL AS full_cache_bytes, NULL AS state_bytes, NULL AS resident_bytes, NULL AS duplicate_bytes,
    CASE WHEN figure LIKE 'chained%' THEN value END AS full_fold
  FROM published_chain
  WHERE report = 'chain-memory' AND EXISTS (SELECT 1 FROM chain_result)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, setting, method
