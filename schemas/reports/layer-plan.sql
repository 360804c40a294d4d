-- What would updates fetch, and the registry store, if images were cut into other layers?
-- One row per line, policy and limit of layers, and (all) for the sum over lines. A line is the images of a repository and
-- platform. Policies learned from its first images; the updates to the others were judged. history puts together what
-- changed together, with a prior for what did not change yet; with --together it is shared, over several lines. chunkah
-- is its packing, by packages that paths tell of; directories has a layer for each of the largest. as-built is what
-- there is, files-alone the least and one-layer the most that any plan fetches. The 60 first rows, those of the lines
-- whose updates fetch most. With --where CONDITION only such rows (view planned_line).
--
-- subject: layers
-- leads: layer_plan_result
-- first: repository platform policy max_layers pulled_bytes as_built_ratio bound_ratio stored_bytes
-- sets: planned_line
-- chart: line x=max_layers y=pulled_bytes series=policy where=repository:(all); What updates fetch by the number of layers
WITH
chosen_line AS (
  SELECT * FROM planned_line WHERE /* set of planned_line */ true
),
-- One row per line or lines together, policy and limit, with what updates fetch and the registry stores as built.
chosen AS (
  SELECT chosen_line.*, built.pulled_bytes AS built_pulled_bytes, built.stored_bytes AS built_stored_bytes,
    alone.pulled_bytes AS alone_pulled_bytes
  FROM chosen_line
  JOIN layer_plan_result AS built
    ON built.repository IS NOT DISTINCT FROM chosen_line.repository
    AND built.platform = chosen_line.platform
    AND built.max_layers = chosen_line.max_layers
    AND built.policy = 'as-built'
  JOIN layer_plan_result AS alone
    ON alone.repository IS NOT DISTINCT FROM chosen_line.repository
    AND alone.platform = chosen_line.platform
    AND alone.max_layers = chosen_line.max_layers
    AND alone.policy = 'files-alone'
),
-- place is 0 for the sums.
plan_row AS (
  SELECT 1 AS place, coalesce(repository, '(together)') AS repository, platform, policy, max_layers, layers, lines, images,
    updates, pulled_bytes, pulled_file_bytes, stored_bytes, stored_file_bytes, built_pulled_bytes, built_stored_bytes,
    alone_pulled_bytes
  FROM chosen
  UNION ALL
  SELECT 0, '(all)', '(all)', policy, max_layers, sum(layers), sum(lines), sum(images), sum(updates), sum(pulled_bytes),
    sum(pulled_file_bytes), sum(stored_bytes), sum(stored_file_bytes), sum(built_pulled_bytes), sum(built_stored_bytes),
    sum(alone_pulled_bytes)
  FROM chosen
  GROUP BY policy, max_layers
)
SELECT
  repository,
  platform,
  policy,
  max_layers,
  -- layers: of the newest images.
  layers,
  lines,
  images,
  -- updates: those judged.
  updates,
  -- pulled_bytes: what all these updates fetch, compressed: layers of the later image that the earlier one does not have.
  pulled_bytes,
  -- update_bytes: pulled_bytes over updates.
  pulled_bytes / nullif(updates, 0) AS update_bytes,
  -- as_built_ratio: against pulled_bytes of as-built.
  pulled_bytes / nullif(built_pulled_bytes, 0) AS as_built_ratio,
  -- bound_ratio: pulled_bytes of files-alone against those of the row; 1 is the best there can be.
  alone_pulled_bytes / nullif(pulled_bytes, 0) AS bound_ratio,
  -- stored_bytes: distinct layers of all images, compressed, each once in a line, or in several planned together.
  stored_bytes,
  -- stored_ratio: against stored_bytes of as-built.
  stored_bytes / nullif(built_stored_bytes, 0) AS stored_ratio,
  -- pulled_file_bytes, stored_file_bytes: the contents of the same layers, uncompressed.
  pulled_file_bytes,
  stored_file_bytes
  /* prices: egress of pulled_bytes as pulled_cost, storage of stored_bytes as stored_month_cost */
FROM plan_row
ORDER BY
  place,
  CASE WHEN place = 1 THEN built_pulled_bytes END DESC,
  repository,
  platform,
  max_layers,
  pulled_bytes,
  policy
LIMIT /* rows */ 60
