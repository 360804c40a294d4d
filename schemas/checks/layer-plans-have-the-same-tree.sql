-- The layers of a plan contain each entry of the newest image once: their entries and bytes are those of its tree.
-- The tree is counted apart from the plans: in layer_plan_result, and where simulate startup squashed the image, there.
SELECT fault, repository, platform, policy, max_layers, stated, counted, count(*) OVER () AS total
FROM (
  -- Entries or bytes of the layers differ from those of the tree; a plan without layers has none.
  SELECT
    'layers of the tree' AS fault, plan.repository, plan.platform, plan.policy, plan.max_layers,
    plan.entries + plan.entry_bytes AS stated,
    coalesce(plan_layers.entries + plan_layers.bytes, 0) AS counted
  FROM layer_plan_result AS plan
  LEFT JOIN (
    SELECT repository, platform, policy, max_layers, sum(entries) AS entries, sum(bytes) AS bytes
    FROM layer_plan
    GROUP BY repository, platform, policy, max_layers
  ) AS plan_layers
    ON plan_layers.repository IS NOT DISTINCT FROM plan.repository
    AND plan_layers.platform = plan.platform
    AND plan_layers.policy = plan.policy
    AND plan_layers.max_layers = plan.max_layers
  WHERE plan.policy NOT IN ('as-built', 'files-alone')
    AND (plan.entries <> coalesce(plan_layers.entries, 0) OR plan.entry_bytes <> coalesce(plan_layers.bytes, 0))
  UNION ALL
  -- Another tree than simulate startup has of the newest image.
  SELECT
    'tree of the image', plan.repository, plan.platform, plan.policy, plan.max_layers,
    plan.entries + plan.entry_bytes, squashed.paths + squashed.bytes
  FROM layer_plan_result AS plan
  JOIN (
    SELECT image_digest, sum(paths) AS paths, sum(file_bytes - hidden_bytes) AS bytes
    FROM image_squash
    GROUP BY image_digest
  ) AS squashed ON squashed.image_digest = plan.newest_image
  WHERE plan.entries <> squashed.paths OR plan.entry_bytes <> squashed.bytes
  UNION ALL
  -- A rule puts a path into a layer that the plan does not have, or a plan has no rule for the root.
  SELECT 'layer of a rule', rule.repository, rule.platform, rule.policy, rule.max_layers, rule.layer, NULL
  FROM layer_plan_rule AS rule
  WHERE rule.layer < 0 OR rule.layer >= rule.max_layers
  UNION ALL
  SELECT 'rule of the root', plan.repository, plan.platform, plan.policy, plan.max_layers, NULL, NULL
  FROM layer_plan_result AS plan
  LEFT JOIN layer_plan_rule AS rule
    ON rule.repository IS NOT DISTINCT FROM plan.repository
    AND rule.platform = plan.platform
    AND rule.policy = plan.policy
    AND rule.max_layers = plan.max_layers
    AND rule.path = '/'
  WHERE plan.policy NOT IN ('as-built', 'files-alone') AND rule.path IS NULL
) AS line
ORDER BY fault, repository NULLS FIRST, platform, policy, max_layers, stated, counted
LIMIT 20
