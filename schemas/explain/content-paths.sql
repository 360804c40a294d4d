-- The 10 paths at which most copies of a content are; each row repeats the number of all its paths.
WITH
-- One row per path at which the content is.
content_path AS (
  SELECT path, sum(files) AS copies
  FROM named_file
  WHERE fingerprint = unhex(:fingerprint)
  GROUP BY path
)
SELECT content_path.path, content_path.copies, total.paths
FROM content_path
CROSS JOIN (SELECT count(*) AS paths FROM content_path) AS total
ORDER BY copies DESC, content_path.path
LIMIT 10
