-- Table layer_removable: files in known places, by layer, name and place, with those that later layers delete.
-- Reads:
--   removable_path: the table of that name.
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
  FROM removable_path
),
-- Files and hard links.
named_entry AS (
  SELECT
    layer_recipe.layer_digest, layer_recipe.position, layer_recipe.kind, layer_recipe.path, layer_recipe.link_target,
    layer_recipe.bytes, layer_recipe.stored_bytes, concat('/', layer_recipe.path) AS rooted_path
  FROM layer_recipe
  JOIN layer ON layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind IN ('FILE', 'HARD_LINK')
),
-- One row per file or hard link in a known place: the first pattern that matches.
matched_entry AS (
  SELECT /*+ BROADCAST(path_pattern) */
    named_entry.layer_digest, named_entry.position, min(path_pattern.position) AS pattern_position
  FROM named_entry
  JOIN path_pattern
    ON left(named_entry.rooted_path, length(path_pattern.head)) = path_pattern.head
    AND instr(named_entry.rooted_path, path_pattern.core) > 0
    AND right(named_entry.rooted_path, length(path_pattern.tail)) = path_pattern.tail
    AND named_entry.rooted_path LIKE path_pattern.pattern
  GROUP BY named_entry.layer_digest, named_entry.position
),
-- One row per file that a hard link from elsewhere keeps.
linked_file AS (
  SELECT DISTINCT named_entry.layer_digest, named_entry.link_target
  FROM named_entry
  ANTI JOIN matched_entry
    ON matched_entry.layer_digest = named_entry.layer_digest AND matched_entry.position = named_entry.position
  WHERE named_entry.kind = 'HARD_LINK'
),
-- One row per removable file.
removable_file AS (
  SELECT
    named_entry.layer_digest, named_entry.position, named_entry.path, named_entry.bytes, named_entry.stored_bytes,
    path_pattern.name,
    regexp_extract(
      CASE
        WHEN path_pattern.head <> '' THEN path_pattern.head
        WHEN path_pattern.core <> ''
          THEN left(
            named_entry.rooted_path,
            instr(named_entry.rooted_path, path_pattern.core) + length(path_pattern.core) - 1
          )
        ELSE named_entry.rooted_path
      END,
      '^/?(.*)/[^/]*$', 1
    ) AS place
  FROM matched_entry
  JOIN named_entry
    ON named_entry.layer_digest = matched_entry.layer_digest AND named_entry.position = matched_entry.position
  JOIN path_pattern ON path_pattern.position = matched_entry.pattern_position
  LEFT JOIN linked_file
    ON linked_file.layer_digest = named_entry.layer_digest AND linked_file.link_target = named_entry.path
  WHERE named_entry.kind = 'FILE' AND linked_file.layer_digest IS NULL
),
-- One row per image and distinct layer of it that was read; above all others is the last of several listings.
image_member AS (
  SELECT image_layer.image_digest, image_layer.layer_digest, max(image_layer.depth) AS depth
  FROM image_layer
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest, image_layer.layer_digest
),
-- One row per layer and path that it deletes: a file or folder, and a folder with a slash behind it, of which only what
-- is in it goes.
deletion AS (
  SELECT DISTINCT
    layer_digest,
    CASE
      WHEN kind = 'OPAQUE' THEN regexp_extract(path, '^(.*/)[^/]*$', 1)
      ELSE concat(regexp_extract(path, '^(.*/)[^/]*$', 1), substr(regexp_extract(path, '([^/]*)$', 1), 5))
    END AS target
  FROM layer_recipe
  WHERE kind IN ('WHITEOUT', 'OPAQUE')
),
-- One row per removable file and path whose deletion deletes it: its own, and the folders above it to a depth of ten,
-- each also with a slash.
covered_file AS (
  SELECT
    removable_file.layer_digest, removable_file.position,
    CASE step.step
      WHEN 0 THEN removable_file.path
      WHEN 1 THEN regexp_extract(removable_file.path, '^([^/]+/)', 1)
      WHEN 2 THEN regexp_extract(removable_file.path, '^([^/]+/[^/]+/)', 1)
      WHEN 3 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){3})', 1)
      WHEN 4 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){4})', 1)
      WHEN 5 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){5})', 1)
      WHEN 6 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){6})', 1)
      WHEN 7 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){7})', 1)
      WHEN 8 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){8})', 1)
      WHEN 9 THEN regexp_extract(removable_file.path, '^((?:[^/]+/){9})', 1)
      ELSE regexp_extract(removable_file.path, '^((?:[^/]+/){10})', 1)
    END AS target
  FROM removable_file
  CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS step (step)
  WHERE EXISTS (SELECT 1 FROM deletion)
),
-- Deletions by the path with a slash behind it, as covered_file has folders.
deleted_path AS (
  SELECT layer_digest, target FROM deletion
  UNION
  SELECT layer_digest, concat(target, '/') FROM deletion WHERE right(target, 1) <> '/'
),
-- One row per removable file and path that some layer deletes.
touched_file AS (
  SELECT covered_file.layer_digest, covered_file.position, covered_file.target
  FROM covered_file
  JOIN (SELECT DISTINCT target FROM deleted_path) AS known_target ON known_target.target = covered_file.target
),
-- One row per image, layer with such a file and later layer that deletes such a path.
image_pair AS (
  SELECT lower.image_digest, lower.layer_digest, upper.layer_digest AS later_digest
  FROM image_member AS lower
  JOIN (SELECT DISTINCT layer_digest FROM touched_file) AS touched ON touched.layer_digest = lower.layer_digest
  JOIN image_member AS upper ON upper.image_digest = lower.image_digest AND upper.depth > lower.depth
  JOIN (
    SELECT DISTINCT deleted_path.layer_digest
    FROM deleted_path
    JOIN (SELECT DISTINCT target FROM touched_file) AS touched_target ON touched_target.target = deleted_path.target
  ) AS deleting ON deleting.layer_digest = upper.layer_digest
),
-- One row per file and later layer that deletes it.
deleting_layer AS (
  SELECT DISTINCT touched_file.layer_digest, touched_file.position, deleted_path.layer_digest AS later_digest
  FROM touched_file
  JOIN (SELECT DISTINCT layer_digest, later_digest FROM image_pair) AS pair
    ON pair.layer_digest = touched_file.layer_digest
  JOIN deleted_path
    ON deleted_path.layer_digest = pair.later_digest AND deleted_path.target = touched_file.target
),
-- One row per file that some image deletes: how many do.
deleted_count AS (
  SELECT
    deleting_layer.layer_digest, deleting_layer.position, count(DISTINCT image_pair.image_digest) AS images
  FROM deleting_layer
  JOIN image_pair
    ON image_pair.layer_digest = deleting_layer.layer_digest
    AND image_pair.later_digest = deleting_layer.later_digest
  GROUP BY deleting_layer.layer_digest, deleting_layer.position
),
-- One row per layer that an image lists.
image_count AS (
  SELECT layer_digest, count(*) AS images FROM image_member GROUP BY layer_digest
),
-- One row per file that every image deletes.
deleted_file AS (
  SELECT deleted_count.layer_digest, deleted_count.position
  FROM deleted_count
  JOIN image_count
    ON image_count.layer_digest = deleted_count.layer_digest AND image_count.images = deleted_count.images
)
SELECT
  removable_file.layer_digest,
  removable_file.name,
  removable_file.place,
  count(*) AS files,
  sum(removable_file.bytes) AS bytes,
  CASE WHEN count(removable_file.stored_bytes) = count(*) THEN sum(removable_file.stored_bytes) END AS stored_bytes,
  count(deleted_file.position) AS deleted_files,
  sum(CASE WHEN deleted_file.position IS NULL THEN 0 ELSE removable_file.bytes END) AS deleted_bytes,
  CASE WHEN count(removable_file.stored_bytes) = count(*)
    THEN sum(CASE WHEN deleted_file.position IS NULL THEN 0 ELSE removable_file.stored_bytes END) END
    AS deleted_stored_bytes
FROM removable_file
LEFT JOIN deleted_file
  ON deleted_file.layer_digest = removable_file.layer_digest AND deleted_file.position = removable_file.position
GROUP BY removable_file.layer_digest, removable_file.name, removable_file.place
