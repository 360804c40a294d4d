-- Where does the time of a pull go?
-- Means over all pulls of layers by a setting, in simulated milliseconds; the parts add up to the mean. Of slices that are
-- built at the same time, the parts are those of the slice that arrived last. queue is time for cores and links, wait for a
-- restore that had begun before.
SELECT
  setting,
  backend,
  layer_range,
  servers,
  clients,
  gets,
  round(CAST(recipe_lookup_nanos AS DOUBLE) / gets / 1e6, 3) AS lookup_millis,
  round(CAST(wait_nanos AS DOUBLE) / gets / 1e6, 3) AS wait_millis,
  round(CAST(queue_nanos AS DOUBLE) / gets / 1e6, 3) AS queue_millis,
  round(CAST(slice_lookup_nanos AS DOUBLE) / gets / 1e6, 3) AS slice_lookup_millis,
  round(CAST(archive_nanos AS DOUBLE) / gets / 1e6, 3) AS archive_millis,
  round(CAST(compress_nanos AS DOUBLE) / gets / 1e6, 3) AS compress_millis,
  round(CAST(slice_transfer_nanos AS DOUBLE) / gets / 1e6, 3) AS slice_transfer_millis,
  round(CAST(merge_nanos AS DOUBLE) / gets / 1e6, 3) AS merge_millis,
  round(CAST(layer_transfer_nanos AS DOUBLE) / gets / 1e6, 3) AS layer_transfer_millis,
  round(CAST(latency_nanos AS DOUBLE) / gets / 1e6, 3) AS mean_millis
FROM pull_summary
WHERE from_bytes IS NULL AND latency_nanos IS NOT NULL AND gets > 0
ORDER BY setting
