-- Samples that are not published yet with as large a probability, each once, of the attempts that ended well.
SELECT
  found.chunker,
  found.codec,
  found.fingerprint,
  min(found.bytes) AS bytes,
  found.offset,
  found.measured_bytes,
  min(found.compressed_bytes) AS compressed_bytes,
  max(found.inclusion) AS inclusion
FROM found_content_sample AS found
ANTI JOIN found_rejected_blob
  ON found_rejected_blob.digest = found.layer_digest
  AND found_rejected_blob.source = found.source
ANTI JOIN content_sample
  ON content_sample.chunker = found.chunker
  AND content_sample.codec = found.codec
  AND content_sample.fingerprint = found.fingerprint
  AND content_sample.offset = found.offset
  AND content_sample.measured_bytes = found.measured_bytes
  AND content_sample.inclusion >= found.inclusion
GROUP BY found.chunker, found.codec, found.fingerprint, found.offset, found.measured_bytes
