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
-- What a path must begin with, contain and end with to match: most paths fail here, and LIKE costs more. chr(92) is a backslash.
convention AS (
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
contained AS (
  SELECT fingerprint, path, sum(files) AS files, min(bytes) AS bytes
  FROM named_file
  WHERE EXISTS (SELECT 1 FROM path_convention)
  GROUP BY fingerprint, path
),
rooted AS (
  SELECT contained.*, concat('/', path) AS rooted_path FROM contained
),
matched AS (
  SELECT rooted.fingerprint, rooted.path, min(rooted.files) AS files, min(rooted.bytes) AS bytes,
    min(convention.position) AS position
  FROM rooted
  LEFT JOIN convention
    ON left(rooted.rooted_path, length(convention.head)) = convention.head
    AND instr(rooted.rooted_path, convention.core) > 0
    AND right(rooted.rooted_path, length(convention.tail)) = convention.tail
    AND rooted.rooted_path LIKE convention.pattern
  GROUP BY rooted.fingerprint, rooted.path
),
first_place AS (
  SELECT name, min(position) AS place FROM path_convention GROUP BY name
),
-- `other` comes after all names.
named AS (
  SELECT
    matched.fingerprint,
    coalesce(first_place.place, 2147483647) AS place,
    sum(matched.files) AS files,
    min(matched.bytes) AS bytes
  FROM matched
  LEFT JOIN path_convention ON path_convention.position = matched.position
  LEFT JOIN first_place ON first_place.name = path_convention.name
  GROUP BY matched.fingerprint, coalesce(first_place.place, 2147483647)
),
placed AS (
  SELECT
    place, files, bytes,
    CASE WHEN row_number() OVER (PARTITION BY fingerprint ORDER BY place) = 1 THEN 1 ELSE 0 END AS firsts
  FROM named
),
line AS (
  SELECT
    grouping(place) AS gathered,
    place,
    sum(files) AS files,
    sum(files * bytes) AS file_bytes,
    sum(firsts) AS unique_files,
    sum(firsts * bytes) AS unique_bytes
  FROM placed
  GROUP BY GROUPING SETS ((), (place))
  -- An empty warehouse has no rows, not a total of nothing.
  HAVING count(*) > 0
),
whole AS (
  SELECT file_bytes, file_bytes - unique_bytes AS savings_bytes FROM line WHERE gathered = 1
)
SELECT
  CASE WHEN gathered = 1 THEN 'all' ELSE coalesce(first_place.name, 'other') END AS convention,
  files,
  line.file_bytes,
  unique_files,
  unique_bytes,
  line.file_bytes - unique_bytes AS savings_bytes,
  1 - unique_bytes / nullif(line.file_bytes, 0) AS savings_ratio,
  line.file_bytes / nullif(whole.file_bytes, 0) AS file_bytes_share_ratio,
  (line.file_bytes - unique_bytes) / nullif(whole.savings_bytes, 0) AS savings_share_ratio
FROM line
CROSS JOIN whole
LEFT JOIN first_place ON first_place.place = line.place
ORDER BY gathered DESC, savings_bytes DESC, files DESC, line.place NULLS FIRST
