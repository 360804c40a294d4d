-- Which layers does the best plan of each line have?
-- One row per layer of the newest image of a line. The best plan is the one whose updates fetch least, of these the one
-- with fewest layers. The 60 largest layers come first. With --where CONDITION the best of such plans (view
-- planned_line): --where "repository = 'team/app' and max_layers = 24". How to cut images so: report layer-plan-rules.
--
-- subject: layers
-- first: repository platform policy max_layers layer name compressed_bytes changed_ratio days_between_updates
-- sets: planned_line
WITH
best_plan AS (
  SELECT *
  FROM (
    SELECT
      planned_line.*,
      row_number() OVER (PARTITION BY repository, platform ORDER BY pulled_bytes, max_layers, policy) AS place
    FROM planned_line
    WHERE policy NOT IN ('as-built', 'files-alone') AND /* set of planned_line */ true
  ) AS ranked
  WHERE place = 1
),
-- One row per plan and layer.
rule_count AS (
  SELECT repository, platform, policy, max_layers, layer, count(*) AS rules
  FROM layer_plan_rule
  GROUP BY repository, platform, policy, max_layers, layer
)
SELECT
  coalesce(best_plan.repository, '(together)') AS repository,
  best_plan.platform,
  best_plan.policy,
  best_plan.max_layers,
  layer_plan.layer,
  -- name: packages or directories in it; # is any version or hash.
  layer_plan.name,
  -- entries: files, links, folders and others.
  layer_plan.entries,
  layer_plan.bytes,
  -- compressed_bytes: as the blobs that its entries came from store them.
  layer_plan.compressed_bytes,
  -- learned_updates, judged_updates: updates that change it, to images that the plan learned from, and to the others.
  layer_plan.learned_updates,
  layer_plan.judged_updates,
  -- changed_ratio: both against all updates.
  (layer_plan.learned_updates + layer_plan.judged_updates) / nullif(best_plan.images - best_plan.lines, 0)
    AS changed_ratio,
  -- days_between_updates: from one change to the next; null where none was seen.
  layer_plan.days_between_updates,
  -- rules: rows of report layer-plan-rules.
  coalesce(rule_count.rules, 0) AS rules
FROM best_plan
JOIN layer_plan
  ON layer_plan.repository IS NOT DISTINCT FROM best_plan.repository
  AND layer_plan.platform = best_plan.platform
  AND layer_plan.policy = best_plan.policy
  AND layer_plan.max_layers = best_plan.max_layers
LEFT JOIN rule_count
  ON rule_count.repository IS NOT DISTINCT FROM best_plan.repository
  AND rule_count.platform = best_plan.platform
  AND rule_count.policy = best_plan.policy
  AND rule_count.max_layers = best_plan.max_layers
  AND rule_count.layer = layer_plan.layer
ORDER BY layer_plan.compressed_bytes DESC, best_plan.repository NULLS FIRST, best_plan.platform, layer_plan.layer
LIMIT /* rows */ 60
