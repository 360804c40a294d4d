-- Where does the time of a pull go?
-- One row per setting: means over all pulls of layers, in simulated milliseconds. The parts add up to the mean. Where
-- slices are built in parallel, the parts are those of the slice that arrived last. queue is the wait for cores and
-- links; wait is the wait for a restore that had begun before the pull.
--
-- subject: pulls
-- first: setting backend mean_millis wait_millis queue_millis archive_millis compress_millis layer_transfer_millis
-- chart: stacked-bars x=backend+setting y=lookup_millis+wait_millis+queue_millis+slice_lookup_millis+archive_millis+compress_millis+slice_transfer_millis+merge_millis+layer_transfer_millis panel=servers+clients where=layer_range:any; Where the time of a pull goes
SELECT
  setting,
  backend,
  layer_range,
  servers,
  clients,
  gets,
  recipe_lookup_nanos / gets / 1e6 AS lookup_millis,
  wait_nanos / gets / 1e6 AS wait_millis,
  queue_nanos / gets / 1e6 AS queue_millis,
  slice_lookup_nanos / gets / 1e6 AS slice_lookup_millis,
  archive_nanos / gets / 1e6 AS archive_millis,
  compress_nanos / gets / 1e6 AS compress_millis,
  slice_transfer_nanos / gets / 1e6 AS slice_transfer_millis,
  merge_nanos / gets / 1e6 AS merge_millis,
  layer_transfer_nanos / gets / 1e6 AS layer_transfer_millis,
  latency_nanos / gets / 1e6 AS mean_millis
FROM pull_summary
WHERE from_bytes IS NULL AND latency_nanos IS NOT NULL AND gets > 0
ORDER BY setting
