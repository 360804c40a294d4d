-- One row per image and format: bytes that a client fetches which has the previous image, as a mean over the updates to
-- it. Updates with layers that were not read are left out. If the layers were cut by the chunker of a format, its
-- clients fetch the new chunks only, otherwise whole new contents.
WITH
best AS (
  SELECT max(chunker) AS chunker, max(compressed_ratio) AS compressed_ratio FROM format_chunks
),
new_layer AS (
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
-- The layers of each update's earlier image. Contents that any of them contains are not fetched again (CTE new_part).
earlier AS (
  SELECT image_update.update_number, array_agg(layer_number.layer_number) AS layers
  FROM image_update
  JOIN image_layer ON image_layer.image_digest = image_update.from_image
  JOIN layer_number ON layer_number.layer_digest = image_layer.layer_digest
  GROUP BY image_update.update_number
),
new_part AS (
  SELECT DISTINCT image_update_layer.update_number, contained.part
  FROM image_update_layer
  JOIN layer_number ON layer_number.layer_digest = image_update_layer.layer_digest
  JOIN (SELECT part, layers, explode(layers) AS layer_number FROM format_contents) AS contained
    ON contained.layer_number = layer_number.layer_number
  LEFT JOIN earlier ON earlier.update_number = image_update_layer.update_number
  WHERE earlier.layers IS NULL OR NOT arrays_overlap(contained.layers, earlier.layers)
),
new_content AS (
  SELECT
    new_part.update_number,
    sized.format,
    sum(sized.payload_bytes) AS bytes,
    count(*) - count(sized.payload_bytes) AS unknown
  FROM new_part
  JOIN format_content_sized AS sized ON sized.part = new_part.part
  GROUP BY new_part.update_number, sized.format
),
repeated AS (
  SELECT update_number, CAST(sum(repeated_bytes) AS DOUBLE) AS bytes FROM image_update_layer GROUP BY update_number
),
shipped AS (
  SELECT
    image_update.to_image,
    format.format,
    CASE
      WHEN format.update = 'LAYERS' AND coalesce(new_layer.unknown, 0) = 0
        THEN coalesce(new_layer.payload_bytes, 0e0) + coalesce(new_layer.index_bytes, 0)
      WHEN format.update = 'LAYERS' THEN NULL
      WHEN format.unit = 'CHUNK'
        THEN chunk.new_chunk_bytes * best.compressed_ratio + coalesce(new_layer.index_bytes, 0)
      WHEN coalesce(new_content.unknown, 0) = 0 THEN
        coalesce(new_content.bytes, 0e0)
          -- A format of layers fetches a content again from each new layer that repeats it.
          * CASE WHEN format.unit = 'LAYER'
            THEN 1e0 + coalesce(repeated.bytes / nullif(image_update.new_file_stored_bytes, 0), 0e0)
            ELSE 1e0 END
          * coalesce(chunk.new_chunk_bytes / nullif(image_update.new_file_bytes, 0), 1e0)
        + CASE WHEN format.update = 'IMAGE_INDEX' THEN format_pulls.index_bytes ELSE coalesce(new_layer.index_bytes, 0) END
    END AS bytes
  FROM image_update
  CROSS JOIN format
  JOIN format_pulls ON format_pulls.image_digest = image_update.to_image AND format_pulls.format = format.format
  CROSS JOIN best
  LEFT JOIN new_layer ON new_layer.update_number = image_update.update_number AND new_layer.format = format.format
  LEFT JOIN new_content
    ON new_content.update_number = image_update.update_number AND new_content.format = format.format
  LEFT JOIN repeated ON repeated.update_number = image_update.update_number
  LEFT JOIN image_update_chunk AS chunk
    ON chunk.update_number = image_update.update_number
    AND chunk.chunker = CASE WHEN format.unit = 'CHUNK' THEN best.chunker ELSE format.chunker END
  WHERE image_update.unread_layers = 0
)
SELECT to_image AS image_digest, format, avg(bytes) AS update_bytes, count(*) AS updates
FROM shipped
GROUP BY to_image, format
