-- The chunks of disks whose fingerprint is in a range.
SELECT DISTINCT lower(hex(segment_chunk.fingerprint)) AS name, 'chunk' AS kind
FROM segment_chunk
JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
WHERE segment_chunk.fingerprint >= unhex(:first) AND segment_chunk.fingerprint <= unhex(:last)
ORDER BY name
LIMIT 11
