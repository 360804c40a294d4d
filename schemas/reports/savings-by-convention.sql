-- What are the duplicates: package caches, libraries, documents, byte code?
-- One row a name of setting derive.conventions, and `other` for files that no pattern matches. A file belongs to the
-- first pattern that its path matches, in the order of the setting. The rows add up to `all`. A content whose copies
-- are under several names counts each copy under its own, and its one unique copy under the first of them in that
-- order. So a row whose contents are all counted elsewhere has unique_files 0. Files are FILE rows of the layers read,
-- base layers included, each layer once. A hard link is no file; the empty file moves counts only. savings_ratio is
-- against the uncompressed bytes of the row, file_bytes_share_ratio and savings_share_ratio against those of all rows.
--
-- subject: registry
-- first: convention files file_bytes savings_bytes savings_ratio savings_share_ratio
-- chart: stacked-bars x=convention y=unique_bytes+savings_bytes where=convention:!all; Bytes that stay and bytes saved
WITH
-- One row per pattern. head, core and tail are what a path must begin with, contain and end with to match: most
-- paths fail here, and LIKE costs more. chr(92) is a backslash.
path_pattern AS (
  SELECT
    position, name, pattern,
    regexp_extract(pattern, concat('^([^%_', chr(92), chr(92), ']*)'), 1) AS head,
    CASE
      WHEN instr(pattern, '_') > 0 OR instr(pattern, chr(92)) > 0 THEN ''
      ELSE regexp_extract(pattern, '^[^%]*%([^%]+)%', 1)
    END AS core,
    regexp_extract(pattern, concat('%([^%_', chr(92), chr(92), ']*)$'), 1) AS tail
  FROM path_convention
),
-- One row per content and path.
path_content AS (
  SELECT fingerprint, path, sum(files) AS files, min(bytes) AS bytes
  FROM named_file
  WHERE EXISTS (SELECT 1 FROM path_convention)
  GROUP BY fingerprint, path
),
-- The same rows; patterns are matched against the path with a slash before it.
rooted_content AS (
  SELECT path_content.*, concat('/', path) AS rooted_path FROM path_content
),
-- One row per content and path, with the first pattern that matches; position is null if none does.
matched_content AS (
  SELECT
    rooted_content.fingerprint, rooted_content.path, min(rooted_content.files) AS files,
    min(rooted_content.bytes) AS bytes,
    min(path_pattern.position) AS position
  FROM rooted_content
  LEFT JOIN path_pattern
    ON left(rooted_content.rooted_path, length(path_pattern.head)) = path_pattern.head
    AND instr(rooted_content.rooted_path, path_pattern.core) > 0
    AND right(rooted_content.rooted_path, length(path_pattern.tail)) = path_pattern.tail
    AND rooted_content.rooted_path LIKE path_pattern.pattern
  GROUP BY rooted_content.fingerprint, rooted_content.path
),
-- One row per name: the place of its first pattern.
convention_order AS (
  SELECT name, min(position) AS place FROM path_convention GROUP BY name
),
-- One row per content and name; `other` comes after all names.
convention_content AS (
  SELECT
    matched_content.fingerprint,
    coalesce(convention_order.place, 2147483647) AS place,
    sum(matched_content.files) AS files,
    min(matched_content.bytes) AS bytes
  FROM matched_content
  LEFT JOIN path_convention ON path_convention.position = matched_content.position
  LEFT JOIN convention_order ON convention_order.name = path_convention.name
  GROUP BY matched_content.fingerprint, coalesce(convention_order.place, 2147483647)
),
-- firsts is 1 in the row that the one copy which stays counts in.
counted_content AS (
  SELECT
    place, files, bytes,
    CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY place) = 1 THEN 1 ELSE 0 END AS firsts
  FROM convention_content
),
-- One row per name, and one for all (gathered 1).
convention_line AS (
  SELECT
    grouping(place) AS gathered,
    place,
    sum(files) AS files,
    sum(files * bytes) AS file_bytes,
    sum(firsts) AS unique_files,
    sum(firsts * bytes) AS unique_bytes
  FROM counted_content
  GROUP BY GROUPING SETS ((), (place))
  -- An empty warehouse has no rows, not a total of nothing.
  HAVING count(*) > 0
),
-- One row: all files.
whole_total AS (
  SELECT file_bytes, file_bytes - unique_bytes AS savings_bytes FROM convention_line WHERE gathered = 1
)
SELECT
  CASE WHEN gathered = 1 THEN 'all' ELSE coalesce(convention_order.name, 'other') END AS convention,
  files,
  convention_line.file_bytes,
  unique_files,
  unique_bytes,
  convention_line.file_bytes - unique_bytes AS savings_bytes,
  1 - unique_bytes / nullif(convention_line.file_bytes, 0) AS savings_ratio,
  convention_line.file_bytes / nullif(whole_total.file_bytes, 0) AS file_bytes_share_ratio,
  (convention_line.file_bytes - unique_bytes) / nullif(whole_total.savings_bytes, 0) AS savings_share_ratio
FROM convention_line
CROSS JOIN whole_total
LEFT JOIN convention_order ON convention_order.place = convention_line.place
ORDER BY gathered DESC, savings_bytes DESC, files DESC, convention_line.place NULLS FIRST
