-- Table file_origin, unsorted: the duplicates that each fold counted, added up by origin.
SELECT origin, sum(files) AS files, sum(bytes) AS bytes
FROM duplicates
GROUP BY origin
