-- The 10 paths at which most copies of a content are; each row repeats the number of all its paths.
WITH placed AS (
  SELECT path, sum(files) AS copies
  FROM named_file
  WHERE fingerprint = unhex(:fingerprint)
  GROUP BY path
)
SELECT placed.path, placed.copies, total.paths
FROM placed
CROSS JOIN (SELECT count(*) AS paths FROM placed) AS total
ORDER BY copies DESC, placed.path
LIMIT 10
