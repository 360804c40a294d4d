-- Bytes of the files in the heads of the units of view content.
SELECT unit, CAST(sum(bytes * head_copies) AS BIGINT) AS bytes
FROM content
WHERE head_copies > 0
GROUP BY unit
ORDER BY unit
