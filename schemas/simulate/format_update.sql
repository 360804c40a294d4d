-- One row per image and format: bytes that a client fetches which has the previous image, as a mean over the updates to
-- it. Updates with layers that were not read are left out. If the layers were cut by the chunker of a format, its
-- clients fetch the new chunks only, otherwise whole new contents.
-- Reads:
--   format_chunks: sets of chunks that the same layers contain (format_chunk.sql).
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
--   format_sized: one row per layer and format of whole layers (format_sized.sql).
--   format_index: one row per layer and format: the bytes of the index that the format adds.
--   format_contents: sets of contents that the same layers contain (format_content.sql).
--   format_content_sized: one row per set of contents and format (format_content_sized.sql).
--   format_pulls: one row per image and format (format_pull.sql).
WITH
-- One row: the chunker of view format_chunks; null if that has no rows.
best_chunker AS (
  SELECT max(chunker) AS chunker, max(compressed_ratio) AS compressed_ratio FROM format_chunks
),
-- One row per update and format: the new layers of the update in that format.
new_layer_total AS (
  SELECT
    image_update_layer.update_number,
    format.format,
    sum(sized.payload_bytes) AS payload_bytes,
    count(*) - count(sized.payload_bytes) AS unknown,
    sum(coalesce(format_index.index_bytes, 0)) AS index_bytes
  FROM image_update_layer
  CROSS JOIN format
  LEFT JOIN format_sized AS sized
    ON sized.layer_digest = image_update_layer.layer_digest AND sized.format = format.format
  LEFT JOIN format_index
    ON format_index.layer_digest = image_update_layer.layer_digest AND format_index.format = format.format
  GROUP BY image_update_layer.update_number, format.format
),
-- One row per update: the numbers of the layers of its earlier image. Contents that any of them contains are not
-- fetched again (CTE new_set).
earlier_layers AS (
  SELECT image_update.update_number, array_agg(layer_number.layer_number) AS layers
  FROM image_update
  JOIN image_layer ON image_layer.image_digest = image_update.from_image
  JOIN layer_number ON layer_number.layer_digest = image_layer.layer_digest
  GROUP BY image_update.update_number
),
-- One row per update and set of contents that its new layers have and its earlier image lacks.
new_set AS (
  SELECT DISTINCT image_update_layer.update_number, contained.part
  FROM image_update_layer
  JOIN layer_number ON layer_number.layer_digest = image_update_layer.layer_digest
  JOIN (SELECT part, layers, explode(layers) AS layer_number FROM format_contents) AS contained
    ON contained.layer_number = layer_number.layer_number
  LEFT JOIN earlier_layers ON earlier_layers.update_number = image_update_layer.update_number
  WHERE earlier_layers.layers IS NULL OR NOT arrays_overlap(contained.layers, earlier_layers.layers)
),
-- One row per update and format: the new sets of contents in that format.
new_content_total AS (
  SELECT
    new_set.update_number,
    sized.format,
    sum(sized.payload_bytes) AS bytes,
    count(*) - count(sized.payload_bytes) AS unknown
  FROM new_set
  JOIN format_content_sized AS sized ON sized.part = new_set.part
  GROUP BY new_set.update_number, sized.format
),
-- One row per update: stored bytes of further copies of new contents.
repeated_total AS (
  SELECT update_number, CAST(sum(repeated_bytes) AS DOUBLE) AS bytes FROM image_update_layer GROUP BY update_number
),
-- One row per update and format: the bytes that a client fetches; null if some are not known.
update_fetch AS (
  SELECT
    image_update.to_image,
    format.format,
    CASE
      WHEN format.update = 'LAYERS' AND coalesce(new_layer_total.unknown, 0) = 0
        THEN coalesce(new_layer_total.payload_bytes, 0e0) + coalesce(new_layer_total.index_bytes, 0)
      WHEN format.update = 'LAYERS' THEN NULL
      WHEN format.unit = 'CHUNK'
        THEN chunk.new_chunk_bytes * best_chunker.compressed_ratio + coalesce(new_layer_total.index_bytes, 0)
      WHEN coalesce(new_content_total.unknown, 0) = 0 THEN
        coalesce(new_content_total.bytes, 0e0)
          -- A format of layers fetches a content again from each new layer that repeats it.
          * CASE WHEN format.unit = 'LAYER'
            THEN 1e0 + coalesce(repeated_total.bytes / nullif(image_update.new_file_stored_bytes, 0), 0e0)
            ELSE 1e0 END
          * coalesce(chunk.new_chunk_bytes / nullif(image_update.new_file_bytes, 0), 1e0)
        + CASE WHEN format.update = 'IMAGE_INDEX' THEN format_pulls.index_bytes
          ELSE coalesce(new_layer_total.index_bytes, 0) END
    END AS bytes
  FROM image_update
  CROSS JOIN format
  JOIN format_pulls ON format_pulls.image_digest = image_update.to_image AND format_pulls.format = format.format
  CROSS JOIN best_chunker
  LEFT JOIN new_layer_total
    ON new_layer_total.update_number = image_update.update_number
    AND new_layer_total.format = format.format
  LEFT JOIN new_content_total
    ON new_content_total.update_number = image_update.update_number AND new_content_total.format = format.format
  LEFT JOIN repeated_total ON repeated_total.update_number = image_update.update_number
  LEFT JOIN image_update_chunk AS chunk
    ON chunk.update_number = image_update.update_number
    AND chunk.chunker = CASE WHEN format.unit = 'CHUNK' THEN best_chunker.chunker ELSE format.chunker END
  WHERE image_update.unread_layers = 0
)
SELECT to_image AS image_digest, format, avg(bytes) AS update_bytes, count(*) AS updates
FROM update_fetch
GROUP BY to_image, format
