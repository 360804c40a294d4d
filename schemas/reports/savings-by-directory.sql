-- Which directories contain the duplicates?
-- As ncdu shows a disk: each directory with all that is below it, to a depth of three, over the layers of all images;
-- `/` is everything. Sorted by savings_bytes, the 60 largest. A content whose copies are in several directories counts
-- its one unique copy in the first by path. So what a directory saves is the sum of its directories and its own files.
-- Files are FILE rows of the layers read, base layers included, each layer once; a hard link is no file; the empty file
-- moves counts and stored bytes only.
--
-- subject: registry
-- first: directory files file_bytes savings_bytes savings_ratio mean_copies stored_savings_bytes
-- chart: stacked-bars x=directory y=unique_bytes+savings_bytes top=20; Bytes that stay and bytes saved
WITH
-- One row per content and path.
path_content AS (
  SELECT
    fingerprint, path, sum(files) AS files, min(bytes) AS bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    CASE WHEN count(most_stored_bytes) = count(*) THEN max(most_stored_bytes) END AS most_stored_bytes
  FROM named_file
  GROUP BY fingerprint, path
),
-- The same rows; firsts is 1 at the first path of a content, where the one copy that stays counts.
counted_content AS (
  SELECT
    fingerprint, path, files, bytes, stored_bytes, most_stored_bytes,
    CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY path) = 1 THEN 1 ELSE 0 END AS firsts
  FROM path_content
),
-- One row per content, path and depth: the directory of that depth; it is empty if the path is not so deep.
directory_file AS (
  SELECT
    depth.depth,
    CASE depth.depth
      WHEN 0 THEN ''
      WHEN 1 THEN regexp_extract(counted_content.path, '^([^/]+)/', 1)
      WHEN 2 THEN regexp_extract(counted_content.path, '^([^/]+/[^/]+)/', 1)
      ELSE regexp_extract(counted_content.path, '^([^/]+/[^/]+/[^/]+)/', 1)
    END AS directory,
    counted_content.fingerprint, counted_content.files, counted_content.bytes, counted_content.firsts,
    counted_content.stored_bytes,
    counted_content.firsts * counted_content.most_stored_bytes AS kept_stored_bytes
  FROM counted_content
  CROSS JOIN (VALUES (0), (1), (2), (3)) AS depth (depth)
),
-- One row per directory and distinct content in or below it.
directory_content AS (
  SELECT
    depth, directory, fingerprint, sum(files) AS files, min(bytes) AS bytes, sum(firsts) AS firsts,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(kept_stored_bytes) AS kept_stored_bytes
  FROM directory_file
  WHERE depth = 0 OR directory <> ''
  GROUP BY depth, directory, fingerprint
),
-- One row per directory.
directory_total AS (
  SELECT
    depth, directory,
    sum(files) AS files,
    sum(files * bytes) AS file_bytes,
    sum(firsts) AS unique_files,
    sum(firsts * bytes) AS unique_bytes,
    count(*) AS contents,
    sum(bytes) AS content_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(kept_stored_bytes) AS kept_stored_bytes
  FROM directory_content
  GROUP BY depth, directory
),
-- One row: all files.
whole_total AS (
  SELECT file_bytes - unique_bytes AS savings_bytes FROM directory_total WHERE depth = 0
)
SELECT
  concat('/', directory) AS directory,
  depth,
  files,
  file_bytes,
  unique_files,
  unique_bytes,
  -- contents: the distinct contents in the directory, wherever else they are.
  contents,
  -- content_bytes: what the directory would take by itself with dedup.
  content_bytes,
  file_bytes - unique_bytes AS savings_bytes,
  -- savings_ratio: against the uncompressed bytes of the row.
  1 - unique_bytes / nullif(file_bytes, 0) AS savings_ratio,
  -- savings_share_ratio: against all savings.
  (file_bytes - unique_bytes) / nullif(whole_total.savings_bytes, 0) AS savings_share_ratio,
  -- mean_copies: files / contents.
  files / contents AS mean_copies,
  -- stored_bytes: the files as they are stored in the blobs; null in a row with a layer that an earlier version read.
  stored_bytes,
  -- stored_savings_bytes: stored_bytes without the one copy that stays: at that first path, the one that takes most.
  stored_bytes - kept_stored_bytes AS stored_savings_bytes
FROM directory_total
CROSS JOIN whole_total
ORDER BY file_bytes - unique_bytes DESC, depth, directory
LIMIT 60
