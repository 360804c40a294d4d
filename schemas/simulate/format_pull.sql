-- One row per image and format: what a client that has nothing yet fetches to pull the whole image. payload_bytes is
-- null where the bytes of some layer, content or chunk are not known.
-- Reads:
--   format_listed: one row per image and distinct layer (format_listed.sql).
--   format_contents: sets of contents that the same layers contain (format_content.sql).
--   format_content_sized: one row per set of contents and format (format_content_sized.sql).
--   format_chunks: sets of chunks that the same layers contain (format_chunk.sql).
--   format_index: one row per layer and format: the bytes of the index that the format adds.
--   format_sized: one row per layer and format of whole layers (format_sized.sql).
--   format: one row per image format, with what it stores, its coding, and how it updates and starts.
WITH
-- One row per image and format: the sets of contents that the image has layers of. unknown counts those of unknown
-- bytes.
set_total AS (
  SELECT
    used.image_digest,
    sized.format,
    sum(sized.payload_bytes) AS bytes,
    count(*) - count(sized.payload_bytes) AS unknown,
    sum(sized.objects) AS objects
  FROM (
    SELECT DISTINCT format_listed.image_digest, contained.part
    FROM format_listed
    JOIN (SELECT part, explode(layers) AS layer_number FROM format_contents) AS contained
      ON contained.layer_number = format_listed.layer_number
  ) AS used
  JOIN format_content_sized AS sized ON sized.part = used.part
  GROUP BY used.image_digest, sized.format
),
-- One row per image: the chunks of its layers, each once.
chunk_total AS (
  SELECT
    used.image_digest,
    sum(format_chunks.chunks) AS chunks,
    sum(format_chunks.bytes * format_chunks.compressed_ratio) AS bytes
  FROM (
    SELECT DISTINCT format_listed.image_digest, contained.part
    FROM format_listed
    JOIN (SELECT part, explode(layers) AS layer_number FROM format_chunks) AS contained
      ON contained.layer_number = format_listed.layer_number
  ) AS used
  JOIN format_chunks ON format_chunks.part = used.part
  GROUP BY used.image_digest
),
-- One row per image: its distinct layers.
image_total AS (
  SELECT image_digest, count(*) AS layers, sum(archive_bytes) AS archive_bytes
  FROM format_listed
  GROUP BY image_digest
),
-- One row per image and format: the indexes of its layers.
index_total AS (
  SELECT format_listed.image_digest, format_index.format, sum(format_index.index_bytes) AS bytes
  FROM format_listed
  JOIN format_index ON format_index.layer_digest = format_listed.layer_digest
  GROUP BY format_listed.image_digest, format_index.format
),
-- One row per image and format that stores whole layers: the layers in that format.
layer_total AS (
  SELECT
    format_listed.image_digest,
    sized.format,
    sum(sized.payload_bytes) AS bytes,
    count(*) - count(sized.payload_bytes) AS unknown
  FROM format_listed
  JOIN format_sized AS sized ON sized.layer_digest = format_listed.layer_digest
  GROUP BY format_listed.image_digest, sized.format
),
-- One row per image and format.
pull AS (
  SELECT
    image_total.image_digest,
    format.format,
    image_total.layers,
    image_total.archive_bytes,
    coalesce(index_total.bytes, 0) AS index_bytes,
    CASE
      WHEN format.unit = 'LAYER' AND layer_total.unknown = 0 THEN layer_total.bytes
      WHEN format.unit = 'LAYER' THEN NULL
      WHEN format.unit = 'CHUNK' AND counted.chunks > 0 THEN coalesce(chunk_total.bytes, 0e0)
      WHEN format.unit = 'CHUNK' THEN NULL
      WHEN set_total.image_digest IS NULL THEN 0e0
      WHEN set_total.unknown = 0 THEN set_total.bytes
    END AS payload_bytes,
    CASE format.update WHEN 'CONTENTS' THEN image_total.layers WHEN 'IMAGE_INDEX' THEN 1 ELSE 0 END
      + CASE WHEN format.unit = 'LAYER' OR format.is_joined THEN image_total.layers
        WHEN format.unit = 'CHUNK' THEN coalesce(chunk_total.chunks, 0)
        ELSE coalesce(set_total.objects, 0) END AS requests
  FROM image_total
  CROSS JOIN format
  CROSS JOIN (SELECT count(*) AS chunks FROM format_chunks) AS counted
  LEFT JOIN index_total ON index_total.image_digest = image_total.image_digest AND index_total.format = format.format
  LEFT JOIN layer_total ON layer_total.image_digest = image_total.image_digest AND layer_total.format = format.format
  LEFT JOIN set_total ON set_total.image_digest = image_total.image_digest AND set_total.format = format.format
  LEFT JOIN chunk_total ON chunk_total.image_digest = image_total.image_digest
)
SELECT *, payload_bytes + index_bytes AS pull_bytes FROM pull
