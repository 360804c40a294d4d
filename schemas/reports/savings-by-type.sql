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
contained AS (
  SELECT
    fingerprint, path, content_type, sum(files) AS files, min(bytes) AS bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    CASE WHEN count(most_stored_bytes) = count(*) THEN max(most_stored_bytes) END AS most_stored_bytes
  FROM named_file
  GROUP BY fingerprint, path, content_type
),
-- The name must have a character before the dot, so .bashrc has no extension.
ended AS (
  SELECT
    fingerprint, bytes, files, path, stored_bytes, most_stored_bytes,
    coalesce(content_type, 'unknown') AS content_type,
    regexp_extract(path, '[^/]([.][^./]+)$', 1) AS ending
  FROM contained
),
-- Engines differ in letters beyond Z, and in what $ takes for an end behind which there is another character: behind a digit
-- it is none.
named AS (
  SELECT
    fingerprint, path, bytes, files, content_type, stored_bytes, most_stored_bytes,
    CASE
      WHEN ending <> '' AND translate(ending, '.0123456789', '') = ''
        AND regexp_extract(path, '[^/]([.][sS][oO])([.][0-9]+)+$', 1) <> '' THEN '.so'
      ELSE translate(ending, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
    END AS extension
  FROM ended
),
copy AS (
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
  FROM named
  GROUP BY
    fingerprint,
    content_type,
    CASE WHEN extension = '' THEN 'none' WHEN length(extension) > 9 THEN 'other' ELSE substr(extension, 2) END
),
-- The unique copy goes to the row with the first path of its content.
placed AS (
  SELECT
    content_type, family, files, bytes, stored_bytes, most_stored_bytes,
    CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY path, content_type) = 1 THEN 1 ELSE 0 END AS firsts
  FROM copy
),
family_total AS (
  SELECT
    content_type, family,
    sum(files) AS files,
    sum(files * bytes) AS file_bytes,
    sum(firsts) AS unique_files,
    sum(firsts * bytes) AS unique_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN sum(stored_bytes) END AS stored_bytes,
    sum(firsts * most_stored_bytes) AS kept_stored_bytes
  FROM placed
  GROUP BY content_type, family
),
ranked AS (
  SELECT
    family_total.*,
    row_number() OVER (ORDER BY file_bytes - unique_bytes DESC, files DESC, content_type, family) AS place
  FROM family_total
),
kept AS (
  SELECT
    content_type,
    CASE WHEN place <= 40 THEN family ELSE 'other' END AS family,
    files, file_bytes, unique_files, unique_bytes, stored_bytes, kept_stored_bytes
  FROM ranked
),
line AS (
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
  FROM kept
  GROUP BY GROUPING SETS ((), (content_type), (content_type, family))
  -- An empty warehouse has no rows, not a total of nothing.
  HAVING count(*) > 0
),
whole AS (
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
  line.file_bytes,
  unique_files,
  unique_bytes,
  line.file_bytes - unique_bytes AS savings_bytes,
  -- savings_ratio: against the uncompressed bytes of the row.
  1 - unique_bytes / nullif(line.file_bytes, 0) AS savings_ratio,
  1 - unique_files / nullif(files, 0) AS count_savings_ratio,
  -- file_bytes_share_ratio: against the file_bytes of all rows, as savings_share_ratio against their savings_bytes.
  line.file_bytes / nullif(whole.file_bytes, 0) AS file_bytes_share_ratio,
  (line.file_bytes - unique_bytes) / nullif(whole.savings_bytes, 0) AS savings_share_ratio,
  -- stored_bytes: the files as they are stored in the blobs; null in a row with a layer that an earlier version read.
  stored_bytes,
  -- stored_savings_bytes: stored_bytes without the one copy that stays: at that first path, the one that takes most.
  stored_bytes - kept_stored_bytes AS stored_savings_bytes
FROM line
CROSS JOIN whole
ORDER BY gathered DESC, savings_bytes DESC, files DESC, content_type, family
