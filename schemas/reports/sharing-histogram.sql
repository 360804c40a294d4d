-- How many contents are stored how often, and how many bytes are in each class?
-- One block of rows for each degree: copies (every FILE row) and the distinct layers, images, repositories that contain
-- the content. Buckets are powers of two, low and high included; a content in no image has degree 0 and a bucket of
-- its own. allocated_bytes counts each content once, referenced_bytes every copy, as `zdb -S` does; fold is their
-- quotient. Over the buckets of one degree all counts and bytes add up to the totals of the warehouse.
-- Hard links are no copies; the empty file is one content with 0 bytes; base layers count like all others.
--
-- subject: registry
-- first: degree bucket_low bucket_high things allocated_bytes referenced_bytes
-- chart: columns x=bucket_low y=allocated_bytes+referenced_bytes panel=degree; Bytes by how many contain them
WITH
-- Few rows are left after this: one for each combination of degrees that occurs.
combination AS (
  SELECT
    copies, layers, images, repositories,
    count(*) AS things,
    sum(copies) AS files,
    sum(bytes) AS allocated_bytes,
    sum(bytes * copies) AS referenced_bytes
  FROM file_sharing
  GROUP BY copies, layers, images, repositories
),
degree_name AS (
  SELECT * FROM (VALUES (1, 'copies'), (2, 'layers'), (3, 'images'), (4, 'repositories')) AS names (place, degree)
),
-- One row per degree and combination; owners is the value of the degree.
degree_count AS (
  SELECT
    degree_name.place,
    degree_name.degree,
    CASE degree_name.place
      WHEN 1 THEN combination.copies
      WHEN 2 THEN combination.layers
      WHEN 3 THEN combination.images
      ELSE combination.repositories
    END AS owners,
    combination.things,
    combination.files,
    combination.allocated_bytes,
    combination.referenced_bytes
  FROM combination
  CROSS JOIN degree_name
),
-- The same rows with their bucket: the number of binary digits, which is exact where a logarithm is not. 1 has 1, 2
-- and 3 have 2, 4 to 7 have 3.
degree_bucket AS (
  SELECT
    place, degree,
    CASE WHEN owners = 0 THEN 0 ELSE length(bin(owners)) END AS bucket,
    things, files, allocated_bytes, referenced_bytes
  FROM degree_count
)
SELECT
  degree,
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket - 1) AS BIGINT) END AS bucket_low,
  CASE WHEN bucket = 0 THEN 0 ELSE CAST(power(2, bucket) AS BIGINT) - 1 END AS bucket_high,
  sum(things) AS things,
  sum(files) AS files,
  sum(allocated_bytes) AS allocated_bytes,
  sum(referenced_bytes) AS referenced_bytes,
  sum(referenced_bytes) / nullif(sum(allocated_bytes), 0) AS fold
FROM degree_bucket
GROUP BY place, degree, bucket
ORDER BY place, bucket
