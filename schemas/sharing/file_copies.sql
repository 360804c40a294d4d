-- One row per file content and layer that contains it, with the number of its copies there.
-- Reads:
--   file_reference: one row per copy of a content (file_reference.sql).
SELECT fingerprint, layer, min(bytes) AS bytes, count(*) AS copies
FROM file_reference
GROUP BY fingerprint, layer
