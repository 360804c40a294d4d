-- A synthetic access list for every image with a tag. Run "first" reads one of 16 files, chosen by the hash of the
-- path. Every other one of these is read to its first 4096 bytes, the rest whole (length null). Run "second" reads
-- about four fifths of them again. Paths with a backslash (character 92) are left out, as recipes escape control
-- characters by it. The path /proc/self/mounts, which no image contains, makes each list have a dropped line.
WITH
-- One row per image with a tag: the first of its names.
tagged_image AS (
  SELECT image_digest, min(concat_ws(':', repository, tag)) AS name
  FROM image_tag
  WHERE tag IS NOT NULL
  GROUP BY image_digest
),
-- One row per image and path of a file in any of its layers.
image_path AS (
  SELECT DISTINCT tagged_image.name, layer_recipe.path, xxhash64(layer_recipe.path) AS hash
  FROM tagged_image
  JOIN image_layer ON image_layer.image_digest = tagged_image.image_digest
  JOIN layer_recipe ON layer_recipe.layer_digest = image_layer.layer_digest
  WHERE layer_recipe.kind = 'FILE' AND instr(layer_recipe.path, chr(92)) = 0
),
-- One of 16 files.
read_path AS (
  SELECT name, path, hash FROM image_path WHERE hash % 16 = 0
)
SELECT name AS image, 'first' AS run, concat('/', path) AS path, 0 AS offset,
  CASE WHEN hash % 32 = 0 THEN 4096 END AS length
FROM read_path
UNION ALL
SELECT name, 'second', concat('/', path), 0, CASE WHEN hash % 32 = 0 THEN 4096 END
FROM read_path
WHERE hash % 5 <> 0
UNION ALL
SELECT name, 'first', '/proc/self/mounts', NULL, NULL FROM tagged_image
ORDER BY image, run, path
