-- Stores that have a blob which no manifest names.
SELECT DISTINCT location
FROM sighting
WHERE kind = 'BLOB' AND gone_at IS NULL AND digest = :digest
ORDER BY location
