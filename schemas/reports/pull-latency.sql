-- How long does a pull take, by backend and layer size?
-- In simulated time; layers by their stored bytes, rows without bounds are all layers. Percentiles are values that occur.
-- overhead_ratio is the mean over that of whole-layers by the same settings, less 1; null where these were not simulated.
-- Rows of source published were printed of another registry (see schemas/published).
--
-- subject: pulls
-- leads: pull_summary
-- first: source backend from_bytes gets mean_millis p50_millis p99_millis overhead_ratio layer_range
-- chart: bars x=backend y=p50_millis+p99_millis series=servers+clients where=source:counted where=from_bytes:-; Time of a pull
WITH
-- Figures of the simulated settings.
counted AS (
  SELECT
    'counted' AS source,
    this.setting,
    this.backend,
    this.layer_range,
    this.from_bytes,
    this.to_bytes,
    this.servers,
    this.clients,
    this.gets,
    this.latency_nanos / this.gets / 1e6 AS mean_millis,
    this.p50_nanos / 1e6 AS p50_millis,
    this.p90_nanos / 1e6 AS p90_millis,
    this.p99_nanos / 1e6 AS p99_millis,
    this.latency_nanos / this.gets / nullif(whole.latency_nanos / whole.gets, 0) - 1 AS overhead_ratio
  FROM pull_summary AS this
  LEFT JOIN pull_summary AS whole
    ON whole.backend = 'whole-layers'
    AND whole.layer_range = this.layer_range
    AND whole.servers = this.servers
    AND whole.codec = this.codec
    AND whole.clients = this.clients
    AND whole.gap_millis IS NOT DISTINCT FROM this.gap_millis
    AND whole.from_bytes IS NOT DISTINCT FROM this.from_bytes
  WHERE this.latency_nanos IS NOT NULL AND this.gets > 0
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
    servers,
    clients,
    NULL AS gets, NULL AS mean_millis, NULL AS p50_millis, NULL AS p90_millis, NULL AS p99_millis,
    value AS overhead_ratio
  FROM published_pull
  WHERE report = 'pull-latency' AND EXISTS (SELECT 1 FROM pull_summary)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, setting, from_bytes NULLS FIRST, backend
