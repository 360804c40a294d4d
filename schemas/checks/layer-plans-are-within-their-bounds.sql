-- No plan fetches or stores less than every entry alone, or more than all in one layer, or has more layers than its limit.
SELECT
  plan.repository, plan.platform, plan.policy, plan.max_layers, plan.layers,
  alone.pulled_bytes AS least_pulled_bytes, plan.pulled_bytes, one.pulled_bytes AS most_pulled_bytes,
  alone.stored_bytes AS least_stored_bytes, plan.stored_bytes, one.stored_bytes AS most_stored_bytes,
  count(*) OVER () AS total
FROM layer_plan_result AS plan
LEFT JOIN layer_plan_result AS alone
  ON alone.repository IS NOT DISTINCT FROM plan.repository
  AND alone.platform = plan.platform
  AND alone.max_layers = plan.max_layers
  AND alone.policy = 'files-alone'
LEFT JOIN layer_plan_result AS one
  ON one.repository IS NOT DISTINCT FROM plan.repository
  AND one.platform = plan.platform
  AND one.max_layers = plan.max_layers
  AND one.policy = 'one-layer'
-- As built, layers contain files that upper ones hide, and blobs have headers of their own.
WHERE plan.policy <> 'as-built'
  AND (
    -- A bound is not there.
    alone.policy IS NULL
    OR one.policy IS NULL
    OR plan.pulled_bytes NOT BETWEEN alone.pulled_bytes AND one.pulled_bytes
    OR plan.pulled_file_bytes NOT BETWEEN alone.pulled_file_bytes AND one.pulled_file_bytes
    OR plan.stored_bytes NOT BETWEEN alone.stored_bytes AND one.stored_bytes
    OR plan.stored_file_bytes NOT BETWEEN alone.stored_file_bytes AND one.stored_file_bytes
    OR plan.layers > plan.max_layers
  )
ORDER BY plan.repository NULLS FIRST, plan.platform, plan.policy, plan.max_layers
LIMIT 20
