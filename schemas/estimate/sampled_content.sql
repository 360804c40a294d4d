-- The rows of view content, sorted by content, so that a fold reads all units of a content together.
SELECT unit, fingerprint AS content, bytes, copies, head_copies, directory_group
FROM content
ORDER BY fingerprint, bytes, unit
