-- At most 11 chunks of disks whose fingerprint is from `first` to `last`; an 11th shows that there are more than 10.
SELECT DISTINCT lower(hex(segment_chunk.fingerprint)) AS name, 'chunk' AS kind
FROM segment_chunk
JOIN snapshot ON snapshot.vm = segment_chunk.vm AND snapshot.snapshot = segment_chunk.snapshot
WHERE segment_chunk.fingerprint >= unhex(:first) AND segment_chunk.fingerprint <= unhex(:last)
ORDER BY name
LIMIT 11
