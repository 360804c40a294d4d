-- The layers that contain a file content, and how many copies each has.
SELECT fingerprint, layer, min(bytes) AS bytes, count(*) AS copies
FROM file_reference
GROUP BY fingerprint, layer
