-- One row per image of a line whose layers are planned. A line is the images of a repository and platform whose layers
-- were all read, in the order of their updates; lines of fewer than three images are left out. plan numbers what has
-- one plan: a line, or all lines of a platform where together is 1. ordinal is the image's place in its plan, line after
-- line, from 0. Plans learn from the first images of each line, :learn of them, and at least two; the last one is never
-- among them. The view of conditions is chosen_line: its columns are those of listed_image.
WITH
-- One row per image of an update, and one per image that a line begins with.
listed_image AS (
  SELECT repository, platform, update_number AS place, to_image AS image_digest
  FROM image_update
  UNION ALL
  SELECT repository, platform, min(update_number) - 1, min_by(from_image, update_number)
  FROM image_update
  GROUP BY repository, platform
),
chosen_line AS (
  SELECT * FROM listed_image WHERE /* chosen */ true
),
-- Images whose layers were all read.
read_image AS (
  SELECT image_layer.image_digest, CAST(count(*) AS INT) AS layers
  FROM image_layer
  LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest
  HAVING count(*) = count(layer.layer_digest)
),
-- Times before 1981 are those of builds that set their clock to a fixed date.
line_image AS (
  SELECT
    chosen_line.*,
    read_image.layers,
    CASE
      WHEN image.created_at >= CAST('1981-01-01 00:00:00' AS TIMESTAMP) THEN image.created_at
      ELSE image.first_seen_at
    END AS built_at,
    CAST(row_number() OVER (PARTITION BY chosen_line.repository, chosen_line.platform ORDER BY chosen_line.place) AS INT)
      AS place_in_line,
    CAST(count(*) OVER (PARTITION BY chosen_line.repository, chosen_line.platform) AS INT) AS images
  FROM chosen_line
  JOIN read_image ON read_image.image_digest = chosen_line.image_digest
  JOIN image ON image.image_digest = chosen_line.image_digest
),
planned_image AS (
  SELECT
    line_image.*,
    CASE WHEN :together = 0 THEN repository END AS plan_repository,
    least(images - 1, greatest(2, CAST(floor(images * :learn + 1e-9) AS INT))) AS learned_images
  FROM line_image
  WHERE images >= 3
)
SELECT
  CAST(dense_rank() OVER (ORDER BY plan_repository, platform) - 1 AS INT) AS plan,
  plan_repository AS repository,
  platform,
  CAST(dense_rank() OVER (PARTITION BY plan_repository, platform ORDER BY repository) - 1 AS INT) AS line,
  CAST(row_number() OVER (PARTITION BY plan_repository, platform ORDER BY repository, place_in_line) - 1 AS INT) AS ordinal,
  image_digest,
  layers,
  coalesce(CAST(floor(unix_micros(built_at) / 1e6) AS BIGINT), 0) AS created_at,
  place_in_line <= learned_images AS learned,
  place_in_line = images AS newest
FROM planned_image
