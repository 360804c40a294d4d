-- How many contents a layer has. The empty file is in most layers, and makes no two alike.
SELECT layer, count(*) AS contents
FROM twin_content
WHERE bytes > 0
GROUP BY layer
