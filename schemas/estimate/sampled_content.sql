-- The contents of view content, sorted by content.
SELECT unit, fingerprint AS content, bytes, copies, head_copies, directory_group
FROM content
ORDER BY fingerprint, bytes, unit
