-- What does the time between a manifest and its layers give to a cache that restores ahead?
-- One row per setting with a gap of its own (--experiment gap, or --clients 10 --gap-millis 0,1000). overhead_ratio is
-- the mean time of a pull over that of backend whole-layers by the same settings, less 1. Rows of source published
-- were printed of another registry; gap 0 is the replay at full speed there.
--
-- subject: pulls
-- first: source backend layer_range gap_millis mean_millis overhead_ratio hit_ratio
-- chart: line x=gap_millis y=mean_millis series=backend panel=source+layer_range; Time of a pull by the time since its manifest
WITH
-- Figures of the settings that have a gap.
counted AS (
  SELECT
    'counted' AS source,
    this.backend,
    this.layer_range,
    this.codec,
    this.servers,
    this.clients,
    this.cache_ratio,
    this.gap_millis,
    this.gets,
    this.latency_nanos / this.gets / 1e6 AS mean_millis,
    this.latency_nanos / this.gets / nullif(whole.latency_nanos / whole.gets, 0) - 1 AS overhead_ratio,
    this.hits / this.gets AS hit_ratio,
    this.waits / this.gets AS wait_ratio
  FROM pull_summary AS this
  LEFT JOIN pull_summary AS whole
    ON whole.backend = 'whole-layers'
    AND whole.layer_range = this.layer_range
    AND whole.servers = this.servers
    AND whole.codec = this.codec
    AND whole.clients = this.clients
    AND whole.gap_millis = this.gap_millis
    AND whole.from_bytes IS NULL
  WHERE this.gap_millis IS NOT NULL AND this.from_bytes IS NULL AND this.latency_nanos IS NOT NULL AND this.gets > 0
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    backend,
    NULL AS layer_range, NULL AS codec,
    servers,
    clients,
    NULL AS cache_ratio,
    gap_millis,
    NULL AS gets, NULL AS mean_millis,
    value AS overhead_ratio,
    NULL AS hit_ratio, NULL AS wait_ratio
  FROM published_pull
  WHERE report = 'manifest-gap' AND EXISTS (SELECT 1 FROM pull_summary WHERE gap_millis IS NOT NULL)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, backend, layer_range, codec, servers, clients, cache_ratio, gap_millis
