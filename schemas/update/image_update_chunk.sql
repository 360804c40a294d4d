-- Table image_update_chunk: one row per update and chunker, with the chunks that the update brings. A chunk is new if a
-- content that the update brings contains it, and no content of the earlier image does. All chunks of a chunk set are
-- in the same bundles, so sets are compared instead of chunks.
-- Reads:
--   file_bundles: bundles: contents that exactly the same layers contain (sharing/file_bundle.sql).
--   update_chunk_set: sets of chunks that the same bundles contain (chunk_set.sql).
--   update_earlier: layers of the earlier image of each update (earlier.sql).
--   update_brought: new layers of each update (brought.sql).
--   update_known: bundles of new layers that the earlier image contains too (known.sql).
--   update_compared: updates whose layers were all read (compared.sql).
WITH
-- One row per bundle of contents and layer that contains it.
bundle_layer AS (
  SELECT bundle, explode(layers) AS layer_number FROM file_bundles
),
-- One row per chunker, chunk set and bundle that contains it.
chunk_set_bundle AS (
  SELECT chunker, chunk_set, explode(bundles) AS bundle FROM update_chunk_set
),
-- One row per update and bundle in its earlier image.
earlier_bundle AS (
  SELECT DISTINCT update_earlier.update_number, bundle_layer.bundle
  FROM update_earlier
  JOIN bundle_layer ON bundle_layer.layer_number = update_earlier.layer_number
),
-- One row per update and bundle in its new layers that the earlier image lacks.
new_bundle AS (
  SELECT DISTINCT update_brought.update_number, bundle_layer.bundle
  FROM update_brought
  JOIN bundle_layer ON bundle_layer.layer_number = update_brought.layer_number
  ANTI JOIN update_known AS known
    ON known.update_number = update_brought.update_number AND known.bundle = bundle_layer.bundle
),
-- One row per update, chunker and chunk set in the new bundles.
later_chunk_set AS (
  SELECT DISTINCT new_bundle.update_number, chunk_set_bundle.chunker, chunk_set_bundle.chunk_set
  FROM new_bundle
  JOIN chunk_set_bundle ON chunk_set_bundle.bundle = new_bundle.bundle
),
-- One row per update, chunker and chunk set of these that the earlier image contains too. It is not new.
earlier_chunk_set AS (
  SELECT DISTINCT later_chunk_set.update_number, later_chunk_set.chunker, later_chunk_set.chunk_set
  FROM later_chunk_set
  JOIN chunk_set_bundle
    ON chunk_set_bundle.chunker = later_chunk_set.chunker
    AND chunk_set_bundle.chunk_set = later_chunk_set.chunk_set
  SEMI JOIN earlier_bundle
    ON earlier_bundle.update_number = later_chunk_set.update_number
    AND earlier_bundle.bundle = chunk_set_bundle.bundle
),
-- One row per update and chunker with new chunks.
new_chunk_total AS (
  SELECT
    later_chunk_set.update_number,
    later_chunk_set.chunker,
    sum(update_chunk_set.chunks) AS chunks,
    sum(update_chunk_set.bytes) AS bytes
  FROM later_chunk_set
  JOIN update_chunk_set
    ON update_chunk_set.chunker = later_chunk_set.chunker AND update_chunk_set.chunk_set = later_chunk_set.chunk_set
  ANTI JOIN earlier_chunk_set
    ON earlier_chunk_set.update_number = later_chunk_set.update_number
    AND earlier_chunk_set.chunker = later_chunk_set.chunker
    AND earlier_chunk_set.chunk_set = later_chunk_set.chunk_set
  GROUP BY later_chunk_set.update_number, later_chunk_set.chunker
)
SELECT
  update_compared.update_number,
  chunkers.chunker,
  coalesce(new_chunk_total.chunks, 0) AS new_chunks,
  coalesce(new_chunk_total.bytes, 0) AS new_chunk_bytes
FROM update_compared
CROSS JOIN (SELECT DISTINCT chunker FROM update_chunk_set) AS chunkers
LEFT JOIN new_chunk_total
  ON new_chunk_total.update_number = update_compared.update_number AND new_chunk_total.chunker = chunkers.chunker
