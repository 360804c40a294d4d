-- Which pulls find their layer ready, by cache, its size and the layers' size?
-- One row per simulated setting and class of layer sizes; rows without bounds are all layers. hit: the layer is ready.
-- wait: its restore had begun before the pull. miss: its restore begins with the pull. The three ratios add up to 1;
-- accuracy_ratio is hit and wait together. Bounds: belady knows all requests; where all layers have one size, no cache
-- that admits whatever is missed has more hits. dedup-w-tinylfu may refuse to admit a layer; offline-bound (PFOO-L) is
-- valid for any cache and any sizes. Rows of source published were printed of another registry (see
-- schemas/published).
--
-- subject: pulls
-- first: source backend cache_bytes from_bytes gets hit_ratio wait_ratio miss_ratio layer_range
-- chart: dots x=backend y=hit_ratio series=cache_bytes panel=source where=from_bytes:-; Pulls that find their layer ready
WITH
-- Figures of the simulated settings.
counted AS (
  SELECT
    'counted' AS source,
    setting,
    backend,
    layer_range,
    from_bytes,
    to_bytes,
    cache_bytes,
    gets,
    hits / gets AS hit_ratio,
    waits / gets AS wait_ratio,
    misses / gets AS miss_ratio,
    (hits + waits) / gets AS accuracy_ratio,
    hit_bytes / nullif(get_bytes, 0) AS hit_bytes_ratio
  FROM pull_summary
  WHERE gets > 0 AND backend NOT IN ('one-server', 'whole-layers')
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    NULL AS setting,
    backend,
    NULL AS layer_range,
    layer_bytes AS from_bytes,
    layer_bytes AS to_bytes,
    NULL AS cache_bytes, NULL AS gets,
    max(CASE WHEN figure = 'hit' THEN value END) AS hit_ratio,
    max(CASE WHEN figure = 'wait' THEN value END) AS wait_ratio,
    NULL AS miss_ratio,
    max(CASE WHEN figure = 'hit' THEN value END) + max(CASE WHEN figure = 'wait' THEN value END)
      AS accuracy_ratio,
    NULL AS hit_bytes_ratio
  FROM published_pull
  WHERE report = 'cache-hit-ratio' AND EXISTS (SELECT 1 FROM pull_summary)
  GROUP BY backend, layer_bytes
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, setting, from_bytes NULLS FIRST, backend
