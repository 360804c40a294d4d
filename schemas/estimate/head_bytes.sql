-- One row per unit (layer) of view content: the bytes of the files that are in its head.
SELECT unit, sum(bytes * head_copies) AS bytes
FROM content
WHERE head_copies > 0
GROUP BY unit
ORDER BY unit
