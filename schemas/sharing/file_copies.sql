-- One row per file content and layer that contains it, with the number of its copies there.
SELECT fingerprint, layer, min(bytes) AS bytes, count(*) AS copies
FROM file_reference
GROUP BY fingerprint, layer
