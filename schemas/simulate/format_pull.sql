-- One row per image and format: what a client that has nothing yet fetches to pull the whole image. payload_bytes is
-- null where the bytes of some layer, content or chunk are not known.
WITH
content AS (
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
chunk AS (
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
image AS (
  SELECT image_digest, count(*) AS layers, sum(archive_bytes) AS archive_bytes
  FROM format_listed
  GROUP BY image_digest
),
indexed AS (
  SELECT format_listed.image_digest, format_index.format, sum(format_index.index_bytes) AS bytes
  FROM format_listed
  JOIN format_index ON format_index.layer_digest = format_listed.layer_digest
  GROUP BY format_listed.image_digest, format_index.format
),
coded AS (
  SELECT
    format_listed.image_digest,
    sized.format,
    sum(sized.payload_bytes) AS bytes,
    count(*) - count(sized.payload_bytes) AS unknown
  FROM format_listed
  JOIN format_sized AS sized ON sized.layer_digest = format_listed.layer_digest
  GROUP BY format_listed.image_digest, sized.format
),
fetched AS (
  SELECT
    image.image_digest,
    format.format,
    image.layers,
    image.archive_bytes,
    coalesce(indexed.bytes, 0) AS index_bytes,
    CASE
      WHEN format.unit = 'LAYER' AND coded.unknown = 0 THEN coded.bytes
      WHEN format.unit = 'LAYER' THEN NULL
      WHEN format.unit = 'CHUNK' AND counted.chunks > 0 THEN coalesce(chunk.bytes, 0e0)
      WHEN format.unit = 'CHUNK' THEN NULL
      WHEN content.image_digest IS NULL THEN 0e0
      WHEN content.unknown = 0 THEN content.bytes
    END AS payload_bytes,
    CASE format.update WHEN 'CONTENTS' THEN image.layers WHEN 'IMAGE_INDEX' THEN 1 ELSE 0 END
      + CASE WHEN format.unit = 'LAYER' OR format.is_joined THEN image.layers
        WHEN format.unit = 'CHUNK' THEN coalesce(chunk.chunks, 0)
        ELSE coalesce(content.objects, 0) END AS requests
  FROM image
  CROSS JOIN format
  CROSS JOIN (SELECT count(*) AS chunks FROM format_chunks) AS counted
  LEFT JOIN indexed ON indexed.image_digest = image.image_digest AND indexed.format = format.format
  LEFT JOIN coded ON coded.image_digest = image.image_digest AND coded.format = format.format
  LEFT JOIN content ON content.image_digest = image.image_digest AND content.format = format.format
  LEFT JOIN chunk ON chunk.image_digest = image.image_digest
)
SELECT *, payload_bytes + index_bytes AS pull_bytes FROM fetched
