-- Bytes of the files in the heads of the units of view content.
SELECT unit, sum(bytes * head_copies) AS bytes
FROM content
WHERE head_copies > 0
GROUP BY unit
ORDER BY unit
