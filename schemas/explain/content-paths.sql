-- The paths of a content, those of most copies first, each with the number of all.
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
