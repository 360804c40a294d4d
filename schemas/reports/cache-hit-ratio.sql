-- Which pulls find their layer ready, by cache, its size and the layers' size?
-- hit: ready; wait: its restore had begun; miss: it began with the pull; the three make 1. accuracy is hit and wait
-- together. belady knows all requests; where layers have one size, no cache that admits whatever is missed has more
-- hits. dedup-w-tinylfu may refuse to; offline-bound (PFOO-L) is valid for any cache and any sizes.
-- Rows without bounds are all layers. Rows of source published were printed of another registry (see schemas/published).
--
-- subject: pulls
-- first: source backend cache_bytes from_bytes gets hit_ratio wait_ratio miss_ratio layer_range
-- chart: dots x=backend y=hit_ratio series=cache_bytes panel=source where=from_bytes:-; Pulls that find their layer ready
WITH
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
    CAST(hits AS DOUBLE) / gets AS hit_ratio,
    CAST(waits AS DOUBLE) / gets AS wait_ratio,
    CAST(misses AS DOUBLE) / gets AS miss_ratio,
    CAST(hits + waits AS DOUBLE) / gets AS accuracy_ratio,
    CAST(hit_bytes AS DOUBLE) / nullif(CAST(get_bytes AS DOUBLE), 0) AS hit_bytes_ratio
  FROM pull_summary
  WHERE gets > 0 AND backend NOT IN ('one-server', 'whole-layers')
),
published AS (
  SELECT
    'published' AS source,
    CAST(NULL AS INT) AS setting,
    backend,
    CAST(NULL AS STRING) AS layer_range,
    layer_bytes AS from_bytes,
    layer_bytes AS to_bytes,
    CAST(NULL AS BIGINT) AS cache_bytes,
    CAST(NULL AS BIGINT) AS gets,
    max(CASE WHEN figure = 'hit' THEN value END) AS hit_ratio,
    max(CASE WHEN figure = 'wait' THEN value END) AS wait_ratio,
    CAST(NULL AS DOUBLE) AS miss_ratio,
    max(CASE WHEN figure = 'hit' THEN value END) + max(CASE WHEN figure = 'wait' THEN value END)
      AS accuracy_ratio,
    CAST(NULL AS DOUBLE) AS hit_bytes_ratio
  FROM published_pull
  WHERE report = 'cache-hit-ratio' AND EXISTS (SELECT 1 FROM pull_summary)
  GROUP BY backend, layer_bytes
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, setting, from_bytes NULLS FIRST, backend
