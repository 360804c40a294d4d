-- How many chunks are stored how often, and how many bytes are in each class?
-- One block of rows for each degree: copies (every reference) and the distinct segments, snapshots, VMs that contain the
-- chunk. Buckets are powers of two, low and high included. allocated_bytes counts each chunk once, referenced_bytes every
-- copy; fold is their quotient. Zero data is left out; over the buckets of one degree all else adds up.
--
-- subject: snapshots
-- first: degree bucket_low bucket_high things allocated_bytes referenced_bytes
-- chart: columns x=bucket_low y=allocated_bytes+referenced_bytes panel=degree; Bytes by how many contain them
WITH
-- One row per combination of degrees that occurs: few rows are left.
combination AS (
  SELECT
    copies, segments, snapshots, vms,
    count(*) AS things,
    sum(copies) AS copied_chunks,
    sum(bytes) AS allocated_bytes,
    sum(referenced_bytes) AS referenced_bytes
  FROM chunk_sharing
  WHERE NOT zero
  GROUP BY copies, segments, snapshots, vms
),
degree_name AS (
  SELECT * FROM (VALUES (1, 'copies'), (2, 'segments'), (3, 'snapshots'), (4, 'vms')) AS names (place, degree)
),
-- One row per degree and combination; owners is the value of the degree.
degree_count AS (
  SELECT
    degree_name.place,
    degree_name.degree,
    CASE degree_name.place
      WHEN 1 THEN combination.copies
      WHEN 2 THEN combination.segments
      WHEN 3 THEN combination.snapshots
      ELSE combination.vms
    END AS owners,
    combination.things,
    combination.copied_chunks,
    combination.allocated_bytes,
    combination.referenced_bytes
  FROM combination
  CROSS JOIN degree_name
),
-- The same rows with their bucket: the number of binary digits, which is exact where a logarithm is not.
degree_bucket AS (
  SELECT place, degree, length(bin(owners)) AS bucket, things, copied_chunks, allocated_bytes, referenced_bytes
  FROM degree_count
)
SELECT
  degree,
  CAST(power(2, bucket - 1) AS BIGINT) AS bucket_low,
  CAST(power(2, bucket) AS BIGINT) - 1 AS bucket_high,
  sum(things) AS things,
  sum(copied_chunks) AS chunk_references,
  sum(allocated_bytes) AS allocated_bytes,
  sum(referenced_bytes) AS referenced_bytes,
  sum(referenced_bytes) / nullif(sum(allocated_bytes), 0) AS fold
FROM degree_bucket
GROUP BY place, degree, bucket
ORDER BY place, bucket
