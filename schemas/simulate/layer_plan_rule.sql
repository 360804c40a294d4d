-- Table layer_plan_rule: one row per rule of a plan.
-- Reads:
--   layering_lines: one row per plan (layering_line.sql).
--   planned_rule: the rules that were learned.
SELECT
  layering_lines.repository,
  layering_lines.platform,
  planned_rule.policy,
  planned_rule.max_layers,
  planned_rule.path,
  planned_rule.layer
FROM planned_rule
JOIN layering_lines ON layering_lines.plan = planned_rule.plan
