-- Table chunk_sharing: the row of zero data, then one row per distinct chunk with what was counted in view
-- chunk_owners.
-- Reads:
--   zero_sharing: the row of zero data (zero_sharing.sql).
--   chunk_owners: one row per distinct chunk with what was counted of it.
SELECT * FROM zero_sharing
UNION ALL
SELECT fingerprint, zero, bytes, copies, segments, snapshots, vms, referenced_bytes
FROM chunk_owners
