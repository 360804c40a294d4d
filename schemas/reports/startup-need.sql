-- How much of its image does the start of a container read?
-- A start is an image and a run of the access lists that simulate startup has read. Rows of scope start are single
-- starts, the 20 that need most; the others are means over starts. image_bytes are the files of the unpacked image,
-- each path once. needed_bytes are those that were read, each file of a layer once (start-overlap counts each content
-- once). whole_bytes are the whole files that were opened. needed_ratio and amplification_fold compare the sums of
-- needed and image bytes. layers, needed_layers, paths, lookups (layers searched for a path from the top down) and
-- dropped (accesses that the image has no path for) are means too. An image goes by the first of its tags, whatever the
-- list calls it. The row of source published was printed of other images (see schemas/published).
--
-- subject: starts
-- leads: startup_result
-- first: source scope of starts image_bytes needed_bytes needed_ratio amplification_fold
-- chart: bars x=of y=needed_bytes series=run where=scope:start; What starts read
WITH
-- One row per tagged image: the first of its names.
image_name AS (
  SELECT image_digest, min(concat_ws(':', repository, tag)) AS name
  FROM image_tag
  WHERE tag IS NOT NULL
  GROUP BY image_digest
),
-- One row per start; place is its rank by needed bytes.
named_start AS (
  SELECT
    startup_result.*,
    coalesce(image_category.category, 'without category') AS category,
    coalesce(image_name.name, startup_result.image_digest) AS image,
    row_number() OVER (
      ORDER BY startup_result.needed_bytes DESC, startup_result.image_digest, startup_result.run
    ) AS place
  FROM startup_result
  LEFT JOIN image_category ON image_category.image_digest = startup_result.image_digest
  LEFT JOIN image_name ON image_name.image_digest = startup_result.image_digest
),
-- One row per row of the report and start in it.
scope_start AS (
  SELECT 1 AS scope_place, 'all' AS scope, NULL AS group_name, NULL AS group_run,
    NULL AS group_place, named_start.*
  FROM named_start
  UNION ALL
  SELECT 2, 'category', category, NULL, NULL, named_start.* FROM named_start
  UNION ALL
  SELECT 3, 'start', image, run, place, named_start.* FROM named_start WHERE place <= 20
),
-- One row per row of the report.
scope_line AS (
  SELECT
    'counted' AS source,
    scope,
    group_name AS of,
    group_run AS run,
    count(*) AS starts,
    CAST(round(avg(squashed_bytes), 0) AS BIGINT) AS image_bytes,
    CAST(round(avg(compressed_bytes), 0) AS BIGINT) AS compressed_bytes,
    CAST(round(avg(whole_bytes), 0) AS BIGINT) AS whole_bytes,
    CAST(round(avg(needed_bytes), 0) AS BIGINT) AS needed_bytes,
    sum(needed_bytes) / nullif(sum(squashed_bytes), 0) AS needed_ratio,
    sum(squashed_bytes) / nullif(sum(needed_bytes), 0) AS amplification_fold,
    avg(layers) AS layers,
    avg(needed_layers) AS needed_layers,
    avg(paths) AS paths,
    avg(lookups) AS lookups,
    avg(dropped) AS dropped,
    scope_place,
    group_place
  FROM scope_start
  GROUP BY scope_place, scope, group_name, group_run, group_place
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    'all' AS scope,
    NULL AS of, NULL AS run,
    CAST(max(CASE WHEN figure = 'images' THEN value END) AS BIGINT) AS starts,
    NULL AS image_bytes, NULL AS compressed_bytes, NULL AS whole_bytes,
    CAST(max(CASE WHEN figure = 'needed bytes' THEN value END) AS BIGINT) AS needed_bytes,
    max(CASE WHEN figure = 'needed ratio' THEN value END) AS needed_ratio,
    max(CASE WHEN figure = 'amplification' THEN value END) AS amplification_fold,
    NULL AS layers, NULL AS needed_layers, NULL AS paths, NULL AS lookups, NULL AS dropped,
    4 AS scope_place,
    NULL AS group_place
  FROM published_startup
  WHERE report = 'startup-need' AND EXISTS (SELECT 1 FROM startup_result)
  HAVING count(*) > 0
)
SELECT
  source, scope, of, run, starts, image_bytes, compressed_bytes, whole_bytes, needed_bytes, needed_ratio,
  amplification_fold, layers, needed_layers, paths, lookups, dropped
FROM (SELECT * FROM scope_line UNION ALL SELECT * FROM published) AS answer
ORDER BY source, scope_place, group_place NULLS FIRST, of NULLS FIRST
