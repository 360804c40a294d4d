-- One row per plan: its line, or what its lines have together, and what the unpacked trees of their newest images contain.
-- Reads:
--   layering_image: the images of the lines that are planned (layering_image.sql).
--   layering_tree: the entries of their unpacked trees, with their identities.
WITH
-- One row per line: the days from its first image to its last.
line_span AS (
  SELECT plan, line, (max(created_at) - min(created_at)) / 86400e0 AS days FROM layering_image GROUP BY plan, line
),
-- One row per plan.
newest_tree AS (
  SELECT layering_tree.plan, count(*) AS entries, sum(layering_tree.bytes) AS bytes
  FROM layering_tree
  JOIN layering_image ON layering_image.plan = layering_tree.plan AND layering_image.ordinal = layering_tree.ordinal
  WHERE layering_image.newest
  GROUP BY layering_tree.plan
),
plan_image AS (
  SELECT
    plan,
    max(repository) AS repository,
    max(platform) AS platform,
    CAST(count(DISTINCT line) AS INT) AS lines,
    CAST(count(*) AS INT) AS images,
    CAST(count(CASE WHEN learned THEN 1 END) AS INT) AS learned_images,
    max(CASE WHEN newest THEN image_digest END) AS newest_image
  FROM layering_image
  GROUP BY plan
)
SELECT
  plan_image.plan,
  plan_image.repository,
  plan_image.platform,
  plan_image.lines,
  plan_image.images,
  plan_image.learned_images,
  CASE WHEN plan_image.lines = 1 THEN plan_image.newest_image END AS newest_image,
  coalesce(newest_tree.entries, 0) AS entries,
  coalesce(newest_tree.bytes, 0) AS entry_bytes,
  span.days
FROM plan_image
JOIN (SELECT plan, sum(days) AS days FROM line_span GROUP BY plan) AS span ON span.plan = plan_image.plan
LEFT JOIN newest_tree ON newest_tree.plan = plan_image.plan
