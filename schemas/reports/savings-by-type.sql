-- Which types of file does deduplication save most on?
-- Rows of level `total` (one), `type` (one a content type, by the magic of the first bytes) and `family` (content type
-- and extension). Each level adds up to the total. A content whose copies carry several extensions counts all copies
-- under their own extension, and its one unique copy under that of its first path by name. So a family whose contents
-- are all counted elsewhere has unique_files 0 and a savings_ratio of 1. Files are FILE rows of the layers read, base
-- layers included, each layer once. A hard link is no file; the empty file has the type `empty` and moves counts and
-- stored bytes only.
--
-- subject: registry
-- first: level content_type family file_bytes savings_bytes savings_ratio savings_share_ratio stored_savings_bytes
-- chart: stacked-bars x=content_type y=unique_bytes+savings_bytes where=level:type; Bytes that stay and bytes saved
WITH
-- One row per content, path and type.
path_content AS (
  SELECT
    fingerprint, path, content_type, sum(files) AS files, min(bytes) AS bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    CASE WHEN count(most_stored_bytes) = count(*) THEN max(most_stored_bytes) END AS most_stored_bytes
  FROM named_file
  GROUP BY fingerprint, path, content_type
),
-- The same rows with the ending of the path. The name must have a character before the dot, so .bashrc has no
-- extension.
ending_content AS (
  SELECT
    fingerprint, bytes, files, path, stored_bytes, most_stored_bytes,
    coalesce(content_type, 'unknown') AS content_type,
    regexp_extract(path, '[^/]([.][^./]+)$', 1) AS ending
  FROM path_content
),
-- The same rows with the extension. Engines differ in letters beyond Z, so only A to Z become lower case. They also
-- differ in what $ takes for an end behind which there is another character: behind a digit it is none.
extension_content AS (
  SELECT
    fingerprint, path, bytes, files, content_type, stored_bytes, most_stored_bytes,
    CASE
      WHEN ending <> '' AND translate(ending, '.0123456789', '') = ''
        AND regexp_extract(path, '[^/]([.][sS][oO])([.][0-9]+)+$', 1) <> '' THEN '.so'
      ELSE translate(ending, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
    END AS extension
  FROM ending_content
),
-- One row per content, type and family (extension). path is the first path by name.
family_content AS (
  SELECT
    fingerprint,
    content_type,
    CASE WHEN extension = '' THEN 'none' WHEN length(extension) > 9 THEN 'other' ELSE substr(extension, 2) END
      AS family,
    sum(files) AS files,
    min(bytes) AS bytes,
    min(path) AS path,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    min_by(most_stored_bytes, path) AS most_stored_bytes
  FROM extension_content
  GROUP BY
    fingerprint,
    content_type,
    CASE WHEN extension = '' THEN 'none' WHEN length(extension) > 9 THEN 'other' ELSE substr(extension, 2) END
),
-- The same rows; firsts is 1 in the row with the first path of the content, where the one copy that stays counts.
counted_content AS (
  SELECT
    content_type, family, files, bytes, stored_bytes, most_stored_bytes,
    CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY path, content_type) = 1 THEN 1 ELSE 0 END AS firsts
  FROM family_content
),
-- One row per type and family.
family_total AS (
  SELECT
    content_type, family,
    sum(files) AS files,
    sum(files * bytes) AS file_bytes,
    sum(firsts) AS unique_files,
    sum(firsts * bytes) AS unique_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(firsts * most_stored_bytes) AS kept_stored_bytes
  FROM counted_content
  GROUP BY content_type, family
),
-- place is the rank by duplicate bytes.
ranked_family AS (
  SELECT
    family_total.*,
    row_number() OVER (ORDER BY file_bytes - unique_bytes DESC, files DESC, content_type, family) AS place
  FROM family_total
),
-- The same rows; families beyond the first 40 are called other.
listed_family AS (
  SELECT
    content_type,
    CASE WHEN place <= 40 THEN family ELSE 'other' END AS family,
    files, file_bytes, unique_files, unique_bytes, stored_bytes, kept_stored_bytes
  FROM ranked_family
),
-- One row per family, per type and for all; gathered is 0, 1 or 2.
report_line AS (
  SELECT
    grouping(content_type) + grouping(family) AS gathered,
    content_type,
    family,
    sum(files) AS files,
    sum(file_bytes) AS file_bytes,
    sum(unique_files) AS unique_files,
    sum(unique_bytes) AS unique_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(kept_stored_bytes) AS kept_stored_bytes
  FROM listed_family
  GROUP BY GROUPING SETS ((), (content_type), (content_type, family))
  -- An empty warehouse has no rows, not a total of nothing.
  HAVING count(*) > 0
),
-- One row: all files.
whole_total AS (
  SELECT sum(file_bytes) AS file_bytes, sum(file_bytes - unique_bytes) AS savings_bytes
  FROM family_total
)
SELECT
  CASE gathered WHEN 2 THEN 'total' WHEN 1 THEN 'type' ELSE 'family' END AS level,
  coalesce(content_type, 'all') AS content_type,
  -- family: an extension of at most 8 characters; libx.so.1 is `so`, a name without one is `none`. Families beyond the
  --   40 with the most duplicate bytes are gathered in `other` of their type.
  coalesce(family, 'all') AS family,
  files,
  report_line.file_bytes,
  unique_files,
  unique_bytes,
  report_line.file_bytes - unique_bytes AS savings_bytes,
  -- savings_ratio: against the uncompressed bytes of the row.
  1 - unique_bytes / nullif(report_line.file_bytes, 0) AS savings_ratio,
  1 - unique_files / nullif(files, 0) AS count_savings_ratio,
  -- file_bytes_share_ratio: against the file_bytes of all rows, as savings_share_ratio against their savings_bytes.
  report_line.file_bytes / nullif(whole_total.file_bytes, 0) AS file_bytes_share_ratio,
  (report_line.file_bytes - unique_bytes) / nullif(whole_total.savings_bytes, 0) AS savings_share_ratio,
  -- stored_bytes: the files as they are stored in the blobs; null in a row with a layer that an earlier version read.
  stored_bytes,
  -- stored_savings_bytes: stored_bytes without the one copy that stays: at that first path, the one that takes most.
  stored_bytes - kept_stored_bytes AS stored_savings_bytes
FROM report_line
CROSS JOIN whole_total
ORDER BY gathered DESC, savings_bytes DESC, files DESC, content_type, family
