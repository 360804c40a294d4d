-- One row per layer (unit) of which the head contains a file: the bytes of the files in the head. View content has the
-- rows of layer_content.sql.
SELECT unit, sum(bytes * head_copies) AS bytes
FROM content
WHERE head_copies > 0
GROUP BY unit
ORDER BY unit
