-- Which directories bring what updates fetch?
-- One row per directory, over all updates of report update-cost. A file counts in its first two directories, /usr/lib
-- for /usr/lib/python3/os.py; each copy of a content in its own. updates are those that bring a file there. The other
-- columns are sums of those of update-cost. They add up to them where every layer was read; an update with an unread
-- layer counts here for its other layers. new_ratio = new_file_stored_bytes / (new_file_stored_bytes + avoidable_bytes
-- + repeated_bytes). The 60 directories with the most of these three come first. With --where CONDITION only updates
-- to images with a reference that it chooses (view layer_reference), such as one: --where "repository = 'team/app' and
-- tag = '1.2'".
--
-- subject: registry
-- first: directory updates new_file_stored_bytes avoidable_bytes repeated_bytes new_files
-- sets: layer_reference
-- pairs: image_update
WITH
-- One row per directory.
directory_total AS (
  SELECT
    directory,
    count(*) AS updates,
    sum(new_files) AS new_files,
    sum(new_file_bytes) AS new_file_bytes,
    sum(new_file_stored_bytes) AS new_file_stored_bytes,
    sum(avoidable_bytes) AS avoidable_bytes,
    sum(repeated_bytes) AS repeated_bytes,
    sum(new_file_stored_bytes + avoidable_bytes + repeated_bytes) AS stored_bytes
  FROM image_update_directory
  WHERE NOT /* requested of layer_reference */ false
    OR update_number IN (
      SELECT update_number
      FROM image_update
      WHERE to_image IN (
        SELECT layer_reference.image
        FROM layer_reference
        WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
      )
    )
  GROUP BY directory
)
SELECT
  directory,
  updates,
  new_files,
  new_file_bytes,
  new_file_stored_bytes,
  avoidable_bytes,
  repeated_bytes,
  new_file_stored_bytes / nullif(stored_bytes, 0) AS new_ratio
FROM directory_total
ORDER BY stored_bytes DESC NULLS LAST, directory
LIMIT 60
