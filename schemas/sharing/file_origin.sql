-- Table file_origin, unsorted, of the duplicates that the folds counted.
SELECT origin, sum(files) AS files, sum(bytes) AS bytes
FROM duplicates
GROUP BY origin
