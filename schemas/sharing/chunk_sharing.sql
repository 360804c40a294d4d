-- Table chunk_sharing, of chunks with the snapshots that contain them.
SELECT * FROM zero_sharing
UNION ALL
SELECT fingerprint, zero, bytes, copies, segments, snapshots, vms, referenced_bytes
FROM chunk_owners
