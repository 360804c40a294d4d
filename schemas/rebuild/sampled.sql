-- The first `sample` layers in a random order that `seed` determines, the same order as in restore/drawn.sql.
SELECT layer_digest, diff_id, compressed_bytes AS blob_bytes, archive_bytes
FROM layer
ORDER BY sha2(concat(:seed, layer_digest), 256), layer_digest
LIMIT :sample
