-- Table file_origin, unsorted, of the duplicates that the folds counted.
SELECT origin, CAST(sum(files) AS BIGINT) AS files, CAST(sum(bytes) AS BIGINT) AS bytes
FROM duplicates
GROUP BY origin
