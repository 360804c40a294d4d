-- The pulls of a setting are those of its size classes; hits, waits and misses are no more than all; the parts are the
-- latency.
WITH
classes AS (
  SELECT setting, sum(gets) AS gets, sum(hits) AS hits, sum(get_bytes) AS get_bytes, sum(latency_nanos) AS latency_nanos
  FROM pull_summary
  WHERE from_bytes IS NOT NULL
  GROUP BY setting
)
SELECT this.setting, this.backend, this.gets, this.latency_nanos
FROM pull_summary AS this
LEFT JOIN classes ON classes.setting = this.setting AND this.from_bytes IS NULL
WHERE
  this.hits + this.waits + this.misses > this.gets
  OR this.latency_nanos <> this.recipe_lookup_nanos + this.wait_nanos + this.queue_nanos + this.slice_lookup_nanos
    + this.archive_nanos + this.compress_nanos + this.slice_transfer_nanos + this.merge_nanos + this.layer_transfer_nanos
  OR classes.gets <> this.gets
  OR classes.hits <> this.hits
  OR classes.get_bytes <> this.get_bytes
  OR classes.latency_nanos <> this.latency_nanos
ORDER BY this.setting, this.from_bytes NULLS FIRST
