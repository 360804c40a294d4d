-- What do more clients at a time do to pulls?
-- For settings that were simulated with several numbers of clients that wait for their answers: --experiment clients, or
-- --clients 20,60. Rows of source published were printed of another registry.
--
-- subject: pulls
-- first: source backend layer_range clients gets mean_millis p99_millis
-- chart: line x=clients y=mean_millis series=backend panel=source+layer_range; Time of a pull by clients
WITH
-- Settings that were simulated with several numbers of clients, all else being equal.
varied_setting AS (
  SELECT backend, layer_range, codec, servers, gap_millis, cache_ratio
  FROM pull_summary
  WHERE from_bytes IS NULL AND latency_nanos IS NOT NULL AND clients > 0
  GROUP BY backend, layer_range, codec, servers, gap_millis, cache_ratio
  HAVING count(DISTINCT clients) > 1
),
-- Figures of these settings.
counted AS (
  SELECT
    'counted' AS source,
    this.backend,
    this.layer_range,
    this.codec,
    this.servers,
    this.cache_ratio,
    this.clients,
    this.gets,
    this.latency_nanos / this.gets / 1e6 AS mean_millis,
    this.queue_nanos / this.gets / 1e6 AS queue_millis,
    this.p99_nanos / 1e6 AS p99_millis
  FROM pull_summary AS this
  JOIN varied_setting
    ON varied_setting.backend = this.backend
    AND varied_setting.layer_range = this.layer_range
    AND varied_setting.codec = this.codec
    AND varied_setting.servers = this.servers
    AND varied_setting.gap_millis IS NOT DISTINCT FROM this.gap_millis
    AND varied_setting.cache_ratio IS NOT DISTINCT FROM this.cache_ratio
  WHERE this.from_bytes IS NULL AND this.gets > 0 AND this.clients > 0
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    backend,
    NULL AS layer_range, NULL AS codec,
    servers,
    NULL AS cache_ratio,
    clients,
    NULL AS gets,
    value AS mean_millis,
    NULL AS queue_millis, NULL AS p99_millis
  FROM published_pull
  WHERE report = 'client-concurrency' AND EXISTS (SELECT 1 FROM varied_setting)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, backend, layer_range, codec, servers, cache_ratio, clients
