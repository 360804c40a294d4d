-- The definition of table content_dedup, one SELECT for both engines: one row per set of layers and chunker. The sets
-- are the rows of CTE member. To add a kind of set, add a SELECT there.
WITH
listing AS (
  SELECT image_layer.image_digest, image_layer.layer_digest, count(*) AS times
  FROM image_layer
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest, image_layer.layer_digest
),
largest AS (
  SELECT image_digest
  FROM (
    SELECT
      listing.image_digest,
      row_number() OVER (ORDER BY sum(listing.times * layer.file_bytes) DESC, listing.image_digest) AS place
    FROM listing
    JOIN layer ON layer.layer_digest = listing.layer_digest
    GROUP BY listing.image_digest
  ) AS sized
  WHERE place <= 50
),
member AS (
  SELECT 'layers' AS scope, 'all' AS subject, layer_digest, 1 AS times
  FROM layer
  UNION ALL
  SELECT 'images', 'all', layer_digest, sum(times)
  FROM listing
  GROUP BY layer_digest
  UNION ALL
  SELECT 'category', image_category.category, listing.layer_digest, sum(listing.times)
  FROM listing
  JOIN image_category ON image_category.image_digest = listing.image_digest
  GROUP BY image_category.category, listing.layer_digest
  UNION ALL
  SELECT 'image', listing.image_digest, listing.layer_digest, listing.times
  FROM listing
  JOIN largest ON largest.image_digest = listing.image_digest
),
member_total AS (
  SELECT
    member.scope,
    member.subject,
    sum(member.times) AS layers,
    sum(member.times * layer.compressed_bytes) AS compressed_bytes,
    sum(member.times * layer.archive_bytes) AS archive_bytes,
    sum(member.times * layer.file_bytes) AS file_bytes
  FROM member
  JOIN layer ON layer.layer_digest = member.layer_digest
  GROUP BY member.scope, member.subject
),
contained AS (
  SELECT
    member.scope,
    member.subject,
    layer_recipe.fingerprint,
    min(layer_recipe.bytes) AS bytes,
    sum(member.times) AS copies
  FROM member
  JOIN layer_recipe ON layer_recipe.layer_digest = member.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND layer_recipe.bytes > 0
  GROUP BY member.scope, member.subject, layer_recipe.fingerprint
),
-- How each content is cut: as one chunk (chunker file), and by each chunker that cut it.
cut AS (
  SELECT 'file' AS chunker, fingerprint, 1 AS chunks
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY fingerprint
  UNION ALL
  SELECT chunker, fingerprint, sum(chunks) AS chunks
  FROM file_recipe
  GROUP BY chunker, fingerprint
),
file_total AS (
  SELECT
    contained.scope,
    contained.subject,
    cut.chunker,
    sum(contained.bytes * contained.copies) AS bytes,
    sum(contained.copies) AS files,
    count(*) AS unique_files,
    sum(contained.bytes) AS unique_file_bytes,
    sum(cut.chunks * contained.copies) AS chunks,
    sum(cut.chunks) AS listed_chunks
  FROM contained
  JOIN cut ON cut.fingerprint = contained.fingerprint
  GROUP BY contained.scope, contained.subject, cut.chunker
),
content AS (
  SELECT scope, subject, 'file' AS chunker, fingerprint, bytes
  FROM contained
  UNION ALL
  SELECT contained.scope, contained.subject, file_chunk.chunker, file_chunk.fingerprint, min(file_chunk.bytes)
  FROM contained
  JOIN file_chunk ON file_chunk.file_fingerprint = contained.fingerprint
  GROUP BY contained.scope, contained.subject, file_chunk.chunker, file_chunk.fingerprint
),
codec_used AS (
  SELECT codec
  FROM (
    SELECT codec, row_number() OVER (ORDER BY count(*) DESC, codec) AS place
    FROM content_sample
    GROUP BY codec
  ) AS counted
  WHERE place = 1
),
piece AS (
  SELECT
    content_sample.chunker,
    content_sample.codec,
    content_sample.fingerprint,
    content_sample.bytes,
    coalesce(content_sample.offset, 0) AS start_bytes,
    coalesce(content_sample.measured_bytes, content_sample.bytes) AS measured_bytes,
    content_sample.compressed_bytes,
    content_sample.inclusion,
    max(coalesce(content_sample.measured_bytes, content_sample.bytes))
      OVER (PARTITION BY content_sample.chunker, content_sample.fingerprint) AS longest
  FROM content_sample
  JOIN codec_used ON codec_used.codec = content_sample.codec
),
-- A sample is weighted by 1 / inclusion, its probability to be drawn. Earlier versions drew all samples with the same
-- probability and did not record it: their weight is 1. If a file was compressed whole, its pieces are ignored.
sample AS (
  SELECT
    chunker,
    fingerprint,
    min(codec) AS codec,
    measured_bytes,
    least(measured_bytes, min(compressed_bytes)) AS compressed_bytes,
    max(inclusion) AS inclusion,
    measured_bytes / coalesce(max(inclusion), 1E0) AS x,
    least(measured_bytes, min(compressed_bytes)) / coalesce(max(inclusion), 1E0) AS y,
    1 - coalesce(max(inclusion), 0E0) AS drawn
  FROM piece
  WHERE measured_bytes = bytes OR longest < bytes
  GROUP BY chunker, fingerprint, start_bytes, measured_bytes
),
weighed AS (
  SELECT
    chunker,
    fingerprint,
    min(codec) AS codec,
    count(*) AS samples,
    count(inclusion) AS dated_samples,
    sum(measured_bytes) AS bytes,
    sum(compressed_bytes) AS compressed_bytes,
    sum(x) AS x,
    sum(y) AS y,
    sum(drawn * x * x) AS xx,
    sum(drawn * x * y) AS xy,
    sum(drawn * y * y) AS yy
  FROM sample
  GROUP BY chunker, fingerprint
),
content_total AS (
  SELECT
    content.scope,
    content.subject,
    content.chunker,
    count(*) AS unique_chunks,
    sum(content.bytes) AS unique_bytes,
    min(weighed.codec) AS codec,
    coalesce(sum(weighed.samples), 0) AS samples,
    coalesce(sum(weighed.dated_samples), 0) AS dated_samples,
    coalesce(sum(weighed.bytes), 0) AS sample_bytes,
    coalesce(sum(weighed.compressed_bytes), 0) AS sample_compressed_bytes,
    sum(weighed.x) AS x,
    sum(weighed.y) AS y,
    sum(weighed.xx) AS xx,
    sum(weighed.xy) AS xy,
    sum(weighed.yy) AS yy
  FROM content
  LEFT JOIN weighed ON weighed.chunker = content.chunker AND weighed.fingerprint = content.fingerprint
  GROUP BY content.scope, content.subject, content.chunker
),
line AS (
  SELECT
    content_total.*,
    y / nullif(x, 0) AS ratio,
    CASE WHEN dated_samples < samples THEN 1 - samples / unique_chunks ELSE 1E0 END AS undrawn
  FROM content_total
)
SELECT
  line.scope,
  line.subject,
  line.chunker,
  member_total.layers,
  member_total.compressed_bytes,
  member_total.archive_bytes,
  member_total.file_bytes,
  file_total.bytes,
  file_total.files,
  file_total.unique_files,
  file_total.unique_file_bytes,
  file_total.chunks,
  file_total.listed_chunks,
  line.unique_chunks,
  line.unique_bytes,
  line.codec,
  line.samples,
  line.sample_bytes,
  line.sample_compressed_bytes,
  round(line.ratio, 12) AS compressed_ratio,
  CASE WHEN line.samples > 1 THEN
    round(
      sqrt(
        greatest(line.yy - 2 * line.ratio * line.xy + line.ratio * line.ratio * line.xx, 0)
          * line.samples / (line.samples - 1) * line.undrawn
      ) / line.x,
      12
    )
  END AS compressed_ratio_deviation
FROM line
JOIN member_total ON member_total.scope = line.scope AND member_total.subject = line.subject
JOIN file_total
  ON file_total.scope = line.scope AND file_total.subject = line.subject AND file_total.chunker = line.chunker
