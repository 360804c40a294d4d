-- What an update to an image ships by each format, to a client that has the image before: the mean of the updates to it. Of
-- zstd:chunked files, or its chunks of these where layers were cut by its rule.
WITH
best AS (
  SELECT max(chunker) AS chunker FROM format_chunks
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
repeated AS (
  SELECT update_number, sum(repeated_bytes) AS bytes FROM image_update_layer GROUP BY update_number
),
chunk AS (
  SELECT
    image_update_chunk.update_number,
    min(CASE WHEN image_update_chunk.chunker = 'rollsum-v1-64k' THEN image_update_chunk.new_chunk_bytes END) AS file_bytes,
    min(CASE WHEN image_update_chunk.chunker = best.chunker THEN image_update_chunk.new_chunk_bytes END) AS bytes
  FROM image_update_chunk
  CROSS JOIN best
  GROUP BY image_update_chunk.update_number
),
ratio AS (
  SELECT max(compressed_ratio) AS compressed_ratio FROM format_chunks
),
shipped AS (
  SELECT
    image_update.to_image,
    format.format,
    CASE
      WHEN format.update = 'LAYERS' AND coalesce(new_layer.unknown, 0) = 0
        THEN coalesce(new_layer.payload_bytes, 0e0) + coalesce(new_layer.index_bytes, 0)
      WHEN format.update = 'LAYERS' THEN NULL
      WHEN format.format = 'chunks'
        THEN chunk.bytes * ratio.compressed_ratio + coalesce(new_layer.index_bytes, 0)
      WHEN format.payload = 'PLAIN' THEN image_update.new_file_bytes + format_pulls.index_bytes
      ELSE
        CASE WHEN fit.coding IS NOT NULL THEN greatest(
          0e0,
          fit.stored_factor * image_update.new_file_stored_bytes + fit.content_factor * image_update.new_file_bytes
        ) END
        * CASE WHEN format.format = 'zstd-chunked'
          THEN (1e0 + CAST(repeated.bytes AS DOUBLE) / nullif(image_update.new_file_stored_bytes, 0))
            * coalesce(CAST(chunk.file_bytes AS DOUBLE) / nullif(image_update.new_file_bytes, 0), 1e0)
          ELSE 1e0 END
        + fit.count_bytes * image_update.new_files
        + CASE WHEN format.update = 'IMAGE_INDEX' THEN format_pulls.index_bytes ELSE coalesce(new_layer.index_bytes, 0) END
    END AS bytes
  FROM image_update
  CROSS JOIN format
  JOIN format_pulls ON format_pulls.image_digest = image_update.to_image AND format_pulls.format = format.format
  CROSS JOIN ratio
  LEFT JOIN new_layer ON new_layer.update_number = image_update.update_number AND new_layer.format = format.format
  LEFT JOIN repeated ON repeated.update_number = image_update.update_number
  LEFT JOIN chunk ON chunk.update_number = image_update.update_number
  LEFT JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = ''
  WHERE image_update.unread_layers = 0
)
SELECT to_image AS image_digest, format, avg(bytes) AS update_bytes, count(*) AS updates
FROM shipped
GROUP BY to_image, format
