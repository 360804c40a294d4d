-- Do more servers shorten pulls of large layers?
-- One row per setting and number of servers: means, for settings that were simulated with several numbers
-- (--experiment servers, or --servers 7,14). restore_millis is all that a whole layer does not need: look-up of
-- slices, archiving, compressing, moving and merging, and waiting for these. fetch_millis is moving and merging alone.
-- Rows of source published were printed of another registry.
--
-- subject: pulls
-- first: source backend layer_range servers gets mean_millis restore_millis
-- chart: line x=servers y=mean_millis series=backend panel=source+layer_range; Time of a pull by servers
WITH
-- Settings that were simulated with several numbers of servers, all else being equal.
varied_setting AS (
  SELECT backend, layer_range, codec, clients, gap_millis, cache_ratio
  FROM pull_summary
  WHERE from_bytes IS NULL AND latency_nanos IS NOT NULL
  GROUP BY backend, layer_range, codec, clients, gap_millis, cache_ratio
  HAVING count(DISTINCT servers) > 1
),
-- Figures of these settings.
counted AS (
  SELECT
    'counted' AS source,
    this.backend,
    this.layer_range,
    this.codec,
    this.clients,
    this.cache_ratio,
    this.servers,
    this.gets,
    this.latency_nanos / this.gets / 1e6 AS mean_millis,
    (this.wait_nanos + this.slice_lookup_nanos + this.archive_nanos + this.compress_nanos
      + this.slice_transfer_nanos + this.merge_nanos) / this.gets / 1e6 AS restore_millis,
    (this.slice_transfer_nanos + this.merge_nanos) / this.gets / 1e6 AS fetch_millis
  FROM pull_summary AS this
  JOIN varied_setting
    ON varied_setting.backend = this.backend
    AND varied_setting.layer_range = this.layer_range
    AND varied_setting.codec = this.codec
    AND varied_setting.clients = this.clients
    AND varied_setting.gap_millis IS NOT DISTINCT FROM this.gap_millis
    AND varied_setting.cache_ratio IS NOT DISTINCT FROM this.cache_ratio
  WHERE this.from_bytes IS NULL AND this.gets > 0
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    backend,
    CAST(CONCAT(CAST(layer_bytes / 1000000 AS INT), 'MB') AS STRING) AS layer_range,
    NULL AS codec,
    clients,
    NULL AS cache_ratio,
    servers,
    NULL AS gets, NULL AS mean_millis, NULL AS restore_millis,
    value AS fetch_millis
  FROM published_pull
  WHERE report = 'server-scaling' AND EXISTS (SELECT 1 FROM varied_setting)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, backend, layer_range, codec, clients, cache_ratio, servers
