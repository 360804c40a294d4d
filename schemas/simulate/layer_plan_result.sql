-- Table layer_plan_result: one row per plan, policy and limit of layers. Layers as built and files alone have no limit: they
-- stand there once for each.
-- Reads:
--   layering_lines: one row per plan (layering_line.sql).
--   layers_built: one row per plan: its layers as built (layering_built.sql).
--   judged_plan: what updates pull and registries store by each plan; max_layers is null of files alone.
--   layer_limit: the limits of the settings.
WITH
policy_result AS (
  SELECT
    plan, policy, max_layers, layers, pulled_bytes, pulled_file_bytes, stored_bytes, stored_file_bytes
  FROM judged_plan
  WHERE max_layers IS NOT NULL
  UNION ALL
  SELECT
    alone.plan, alone.policy, layer_limit.max_layers, alone.layers, alone.pulled_bytes, alone.pulled_file_bytes,
    alone.stored_bytes, alone.stored_file_bytes
  FROM judged_plan AS alone
  CROSS JOIN layer_limit
  WHERE alone.max_layers IS NULL
  UNION ALL
  SELECT
    layers_built.plan, 'as-built', layer_limit.max_layers, layers_built.layers, layers_built.pulled_bytes,
    layers_built.pulled_file_bytes, layers_built.stored_bytes, layers_built.stored_file_bytes
  FROM layers_built
  CROSS JOIN layer_limit
)
SELECT
  layering_lines.repository,
  layering_lines.platform,
  policy_result.policy,
  policy_result.max_layers,
  policy_result.layers,
  layering_lines.lines,
  layering_lines.images,
  layering_lines.learned_images,
  layering_lines.images - layering_lines.learned_images AS updates,
  policy_result.pulled_bytes,
  policy_result.pulled_file_bytes,
  policy_result.stored_bytes,
  policy_result.stored_file_bytes,
  policy_result.pulled_bytes / nullif(layers_built.pulled_bytes, 0) AS as_built_ratio,
  alone.pulled_bytes / nullif(policy_result.pulled_bytes, 0) AS bound_ratio,
  layering_lines.newest_image,
  layering_lines.entries,
  layering_lines.entry_bytes
FROM policy_result
JOIN layering_lines ON layering_lines.plan = policy_result.plan
JOIN layers_built ON layers_built.plan = policy_result.plan
JOIN judged_plan AS alone ON alone.plan = policy_result.plan AND alone.max_layers IS NULL
