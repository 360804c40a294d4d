-- One row per sample that the warehouse does not have yet: a piece of a content (offset, measured_bytes), by a codec.
-- It also counts as new if the warehouse has it with a smaller inclusion, which is the probability to be drawn.
-- Reads:
--   new_content_sample: what this run found for table content_sample.
SELECT
  read.chunker,
  read.codec,
  read.fingerprint,
  min(read.bytes) AS bytes,
  read.offset,
  read.measured_bytes,
  min(read.compressed_bytes) AS compressed_bytes,
  max(read.inclusion) AS inclusion,
  min(read.stored_share) AS stored_share
FROM new_content_sample AS read
ANTI JOIN content_sample
  ON content_sample.chunker = read.chunker
  AND content_sample.codec = read.codec
  AND content_sample.fingerprint = read.fingerprint
  AND content_sample.offset = read.offset
  AND content_sample.measured_bytes = read.measured_bytes
  AND content_sample.inclusion >= read.inclusion
GROUP BY read.chunker, read.codec, read.fingerprint, read.offset, read.measured_bytes
