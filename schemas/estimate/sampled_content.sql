-- The rows of view content (layer_content.sql for registries, range_content.sql for disks), sorted by content, so that
-- a fold reads all units of a content together.
SELECT unit, fingerprint AS content, bytes, copies, head_copies, directory_group
FROM content
ORDER BY fingerprint, bytes, unit
