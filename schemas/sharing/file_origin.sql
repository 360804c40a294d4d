-- Table file_origin, unsorted: the duplicates that each fold counted, added up by origin.
-- Reads:
--   duplicates: one row per part of the rows and origin: the duplicates that the fold counted.
SELECT origin, sum(files) AS files, sum(bytes) AS bytes
FROM duplicates
GROUP BY origin
