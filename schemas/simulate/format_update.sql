-- What an update to an image ships by each format, to a client that has the image before: the mean of the updates to it. A
-- format whose clients fetch chunks has them where layers were cut by its chunker, else contents are fetched whole.
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
    sum(coded.bytes) AS coded_bytes,
    CAST(sum(layer.compressed_bytes) AS DOUBLE) AS stored_bytes,
    CAST(sum(layer.file_bytes) AS DOUBLE) AS content_bytes,
    sum(coalesce(format_counts.contents, 0)) AS contents,
    sum(coalesce(format_index.index_bytes, 0)) AS index_bytes
  FROM image_update_layer
  CROSS JOIN format
  JOIN layer ON layer.layer_digest = image_update_layer.layer_digest
  LEFT JOIN format_counts ON format_counts.layer_digest = image_update_layer.layer_digest
  LEFT JOIN format_coded AS coded
    ON coded.layer_digest = image_update_layer.layer_digest AND coded.coding = format.coding
  LEFT JOIN format_sized AS sized
    ON sized.layer_digest = image_update_layer.layer_digest AND sized.format = format.format
  LEFT JOIN format_index
    ON format_index.layer_digest = image_update_layer.layer_digest AND format_index.format = format.format
  GROUP BY image_update_layer.update_number, format.format
),
repeated AS (
  SELECT update_number, sum(repeated_bytes) AS bytes FROM image_update_layer GROUP BY update_number
),
shipped AS (
  SELECT
    image_update.to_image,
    format.format,
    format_pulls.pull_bytes,
    CASE
      WHEN format.update = 'LAYERS' AND coalesce(new_layer.unknown, 0) = 0
        THEN coalesce(new_layer.payload_bytes, 0e0) + coalesce(new_layer.index_bytes, 0)
      WHEN format.update = 'LAYERS' THEN NULL
      WHEN format.unit = 'CHUNK'
        THEN chunk.new_chunk_bytes * best.compressed_ratio + coalesce(new_layer.index_bytes, 0)
      WHEN format.payload = 'PLAIN' THEN image_update.new_file_bytes + format_pulls.index_bytes
      ELSE
        -- As much of the new layers as new contents take of them by the fit.
        coalesce(
          new_layer.coded_bytes / nullif(
            fit.stored_factor * new_layer.stored_bytes
              + fit.content_factor * new_layer.content_bytes
              + fit.count_bytes * new_layer.contents,
            0e0
          ),
          1e0
        )
        * (
          greatest(
            0e0,
            fit.stored_factor * image_update.new_file_stored_bytes + fit.content_factor * image_update.new_file_bytes
          )
          -- Contents that layers repeat are fetched from each of them.
          * CASE WHEN format.unit = 'LAYER'
            THEN 1e0 + coalesce(CAST(repeated.bytes AS DOUBLE) / nullif(image_update.new_file_stored_bytes, 0), 0e0)
            ELSE 1e0 END
          * coalesce(CAST(chunk.new_chunk_bytes AS DOUBLE) / nullif(image_update.new_file_bytes, 0), 1e0)
          + fit.count_bytes * image_update.new_files
        )
        + CASE WHEN format.update = 'IMAGE_INDEX' THEN format_pulls.index_bytes ELSE coalesce(new_layer.index_bytes, 0) END
    END AS bytes
  FROM image_update
  CROSS JOIN format
  JOIN format_pulls ON format_pulls.image_digest = image_update.to_image AND format_pulls.format = format.format
  CROSS JOIN best
  LEFT JOIN new_layer ON new_layer.update_number = image_update.update_number AND new_layer.format = format.format
  LEFT JOIN repeated ON repeated.update_number = image_update.update_number
  LEFT JOIN image_update_chunk AS chunk
    ON chunk.update_number = image_update.update_number
    AND chunk.chunker = CASE WHEN format.unit = 'CHUNK' THEN best.chunker ELSE format.chunker END
  LEFT JOIN format_fit AS fit ON fit.coding = format.coding AND fit.compression = ''
  WHERE image_update.unread_layers = 0
)
-- By the fit an update may take more than the image does.
SELECT to_image AS image_digest, format, avg(CASE WHEN bytes IS NOT NULL THEN least(bytes, pull_bytes) END) AS update_bytes, count(*) AS updates
FROM shipped
GROUP BY to_image, format
