-- Table layer_plan: one row per plan and layer.
-- Reads:
--   layering_lines: one row per plan (layering_line.sql).
--   planned_layer: the names of the layers of each plan.
--   judged_layer: their contents and changes.
SELECT
  layering_lines.repository,
  layering_lines.platform,
  judged_layer.policy,
  judged_layer.max_layers,
  judged_layer.layer,
  planned_layer.name,
  judged_layer.entries,
  judged_layer.bytes,
  judged_layer.compressed_bytes,
  judged_layer.learned_updates,
  judged_layer.judged_updates,
  layering_lines.days / nullif(judged_layer.learned_updates + judged_layer.judged_updates, 0) AS days_between_updates
FROM judged_layer
JOIN layering_lines ON layering_lines.plan = judged_layer.plan
JOIN planned_layer
  ON planned_layer.plan = judged_layer.plan
  AND planned_layer.policy = judged_layer.policy
  AND planned_layer.max_layers = judged_layer.max_layers
  AND planned_layer.layer = judged_layer.layer
