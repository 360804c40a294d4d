-- No phase time of a layer is negative; a null time was not measured.
SELECT
  layer_digest, read_nanos, decompress_nanos, unpack_nanos, digest_nanos, search_nanos, archive_nanos, compress_nanos,
  count(*) OVER () AS total
FROM layer_phase
WHERE read_nanos < 0
  OR decompress_nanos < 0
  OR unpack_nanos < 0
  OR digest_nanos < 0
  OR coalesce(search_nanos, 0) < 0
  OR coalesce(archive_nanos, 0) < 0
  OR coalesce(compress_nanos, 0) < 0
ORDER BY layer_digest, read_nanos
-- At most 20 faults are listed; column total counts all.
LIMIT 20
