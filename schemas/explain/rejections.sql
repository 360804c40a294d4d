-- At most 5 reasons for which a blob was rejected.
SELECT reason, source, min(rejected_blob.offset) AS offset_bytes, message
FROM rejected_blob
WHERE digest = :digest
GROUP BY reason, source, message
ORDER BY reason, source, message
LIMIT 5
