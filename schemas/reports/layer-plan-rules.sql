-- Which paths go into which layer, and how is an image cut so?
-- One row per rule of a plan; the longest rule that fits a path decides. Without --where it is the plan that saves most
-- of what updates fetch. With --where CONDITION the best plan of each line of such plans (view planned_line), as report
-- layer-plan-layers has them. command sets the attributes that chunkah and rpm-ostree read, in the unpacked image: run
-- in the order of the rows, as --columns command --format lines prints them.
--
-- subject: layers
-- first: path layer name repository platform command
-- sets: planned_line
WITH
-- One row per line: of its plans the one whose updates fetch least.
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
-- Without a condition, the one that saves most.
chosen_plan AS (
  SELECT *
  FROM (
    SELECT
      best_plan.*,
      row_number() OVER (
        ORDER BY
          built.pulled_bytes - best_plan.pulled_bytes DESC, best_plan.repository NULLS FIRST, best_plan.platform
      ) AS saving_place
    FROM best_plan
    JOIN layer_plan_result AS built
      ON built.repository IS NOT DISTINCT FROM best_plan.repository
      AND built.platform = best_plan.platform
      AND built.max_layers = best_plan.max_layers
      AND built.policy = 'as-built'
  ) AS saving
  WHERE saving_place = 1 OR /* requested of planned_line */ false
),
-- One row per rule; component and place are quoted for a shell. Character 39 is the quote, 92 the backslash.
plan_rule AS (
  SELECT
    coalesce(chosen_plan.repository, '(together)') AS repository,
    chosen_plan.platform,
    chosen_plan.policy,
    chosen_plan.max_layers,
    layer_plan_rule.path,
    layer_plan_rule.layer,
    layer_plan.name,
    CAST(least(365, greatest(1, round(coalesce(layer_plan.days_between_updates, 365)))) AS INT) AS interval_days,
    concat(
      chr(39), lpad(CAST(layer_plan_rule.layer AS STRING), 3, '0'), ' ',
      replace(layer_plan.name, chr(39), concat(chr(39), chr(92), chr(39), chr(39))), chr(39)
    ) AS component,
    -- Tools leave the root itself out: its rule is that of all in it.
    CASE
      WHEN layer_plan_rule.path = '/' THEN '/*'
      ELSE concat(
        chr(39), '/',
        replace(
          replace(
            regexp_replace(layer_plan_rule.path, '/$', ''), chr(39), concat(chr(39), chr(92), chr(39), chr(39))
          ),
          '#',
          concat(chr(39), '[0-9a-f]*', chr(39))
        ),
        chr(39)
      )
    END AS place
  FROM chosen_plan
  JOIN layer_plan_rule
    ON layer_plan_rule.repository IS NOT DISTINCT FROM chosen_plan.repository
    AND layer_plan_rule.platform = chosen_plan.platform
    AND layer_plan_rule.policy = chosen_plan.policy
    AND layer_plan_rule.max_layers = chosen_plan.max_layers
  JOIN layer_plan
    ON layer_plan.repository IS NOT DISTINCT FROM chosen_plan.repository
    AND layer_plan.platform = chosen_plan.platform
    AND layer_plan.policy = chosen_plan.policy
    AND layer_plan.max_layers = chosen_plan.max_layers
    AND layer_plan.layer = layer_plan_rule.layer
)
SELECT
  repository,
  platform,
  policy,
  max_layers,
  -- path: of a folder, with all below it, it ends in a slash; / is the root, # any version or hash.
  path,
  layer,
  name,
  -- interval_days: days from one change of the layer to the next, 1 to 365; 365 where none was seen.
  interval_days,
  -- command: names the layer at this path and all below it. A path that an image does not have fails, and is left out.
  concat(
    'setfattr -h -n user.component -v ', component, ' ', place,
    '; setfattr -h -n user.update-interval -v ', CAST(interval_days AS STRING), ' ', place
  ) AS command
FROM plan_rule
ORDER BY repository, platform, length(path), path
