-- The pulls of a setting are the sum over its classes of layer sizes, and the parts of the latency add up to it.
-- The row of all pulls of a setting has a null from_bytes; every other row is a class of sizes.
WITH
-- One row per setting: sums over its classes of layer sizes.
class_total AS (
  SELECT setting, sum(gets) AS gets, sum(hits) AS hits, sum(get_bytes) AS get_bytes, sum(latency_nanos) AS latency_nanos
  FROM pull_summary
  WHERE from_bytes IS NOT NULL
  GROUP BY setting
)
SELECT
  this.setting, this.backend, this.from_bytes,
  this.gets, class_total.gets AS class_gets,
  this.hits, class_total.hits AS class_hits, this.waits, this.misses,
  this.get_bytes, class_total.get_bytes AS class_get_bytes,
  this.latency_nanos, class_total.latency_nanos AS class_latency_nanos,
  this.recipe_lookup_nanos + this.wait_nanos + this.queue_nanos + this.slice_lookup_nanos
    + this.archive_nanos + this.compress_nanos + this.slice_transfer_nanos + this.merge_nanos + this.layer_transfer_nanos
    AS part_nanos
FROM pull_summary AS this
-- Only the row of all pulls is compared with the sums; in rows of classes they are null.
LEFT JOIN class_total ON class_total.setting = this.setting AND this.from_bytes IS NULL
WHERE
  -- A get must be at most one of hit, wait and miss; a get of a layer that is stored whole is none.
  this.hits + this.waits + this.misses > this.gets
  -- The latency must be the sum of its parts. Both are null for backends without latency.
  OR this.latency_nanos <> this.recipe_lookup_nanos + this.wait_nanos + this.queue_nanos + this.slice_lookup_nanos
    + this.archive_nanos + this.compress_nanos + this.slice_transfer_nanos + this.merge_nanos + this.layer_transfer_nanos
  -- Gets, hits, fetched bytes and latency must be the sums over the classes.
  OR class_total.gets <> this.gets
  OR class_total.hits <> this.hits
  OR class_total.get_bytes <> this.get_bytes
  OR class_total.latency_nanos <> this.latency_nanos
ORDER BY this.setting, this.from_bytes NULLS FIRST
