-- Which image format would store least, and which would ship least?
-- One row a format, after simulate formats: what it would store of all layers that were read, each once. Columns from
-- update_bytes on are means over images, null where that of an image is not known. What has to be compressed to be
-- known is estimated from a sample (ingest registry --measure-formats), and null without one or with too little of it.
-- Manifests and configs are left out. With --where CONDITION only layers and images with a reference that it chooses
-- (view layer_reference). How each format is modelled: docs/formats.md.
--
-- subject: registry
-- first: format stored_bytes stored_ratio update_bytes pull_bytes start_seconds best
-- sets: layer_reference
-- chart: bars x=format y=payload_bytes+index_bytes where=stored_bytes:!-; What formats store
WITH
-- Layers that the set has a reference to.
chosen_layer AS (
  SELECT DISTINCT layer_number.layer_number
  FROM layer_number
  JOIN (
    SELECT layer, image, /* set of layer_reference */ true AS chosen FROM layer_reference
  ) AS layer_reference ON layer_reference.layer = layer_number.layer_digest
  WHERE layer_reference.chosen
),
-- One row per part of table format_part, which formats store once: the number of its layers in the set.
part_layers AS (
  SELECT contained.part, count(*) AS layers
  FROM (SELECT part, explode(layers) AS layer_number FROM format_part) AS contained
  LEFT JOIN chosen_layer ON chosen_layer.layer_number = contained.layer_number
  WHERE NOT /* requested of layer_reference */ false OR chosen_layer.layer_number IS NOT NULL
  GROUP BY contained.part
),
-- The parts of which the set has a layer.
stored_part AS (
  SELECT format_part.*, part_layers.layers AS owners
  FROM format_part
  JOIN part_layers ON part_layers.part = format_part.part
),
-- One row per format: what it stores of all parts. Errors of fit are shared by all parts and add up; own errors of
-- parts are independent, so their squares add up.
format_total AS (
  SELECT
    format,
    CASE WHEN count(payload_bytes) = count(*) THEN sum(payload_bytes) END AS payload_bytes,
    CASE WHEN count(payload_bytes) = count(*) THEN sum(payload_bytes * owners) END AS separate_payload_bytes,
    sum(index_bytes) AS index_bytes,
    sum(objects) AS objects,
    bool_or(published) AS published,
    bool_or(verified) AS verified,
    sqrt(
      CAST(sum(fit_error_bytes) AS DOUBLE) * sum(fit_error_bytes)
        + sum(CAST(own_error_bytes AS DOUBLE) * own_error_bytes)
    ) AS error_bytes
  FROM stored_part
  GROUP BY format
),
-- Rows of format_result of images in the set.
image_result AS (
  SELECT *
  FROM format_result
  WHERE NOT /* requested of layer_reference */ false
    OR image_digest IN (
      SELECT layer_reference.image
      FROM layer_reference
      WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
    )
),
-- One row: the images for which pulls, updates and starts are known, so that means are over the same images for all
-- formats.
image_total AS (
  SELECT count(*) AS images, count(update_bytes) AS updates, count(start_bytes) AS starts
  FROM image_result
  WHERE format = 'as-stored'
),
-- One row per format: means over images, null where that of some image is not known.
format_mean AS (
  SELECT
    format,
    CASE WHEN count(pull_bytes) = min(images) THEN avg(pull_bytes) END AS pull_bytes,
    avg(requests) AS requests,
    CASE WHEN count(update_bytes) = min(updates) THEN avg(update_bytes) END AS update_bytes,
    CASE WHEN count(start_bytes) = min(starts) THEN avg(start_bytes) END AS start_bytes,
    CASE WHEN count(start_bytes) = min(starts) THEN avg(fixed_seconds) END AS fixed_seconds,
    CASE WHEN count(start_bytes) = min(starts) THEN avg(start_seconds) END AS start_seconds
  FROM image_result
  CROSS JOIN image_total
  GROUP BY format
),
-- One row per format.
format_line AS (
  SELECT
    format_total.format,
    format_total.payload_bytes,
    format_total.index_bytes,
    format_total.payload_bytes + format_total.index_bytes AS stored_bytes,
    format_total.separate_payload_bytes + format_total.index_bytes AS separate_bytes,
    round(format_total.error_bytes) AS error_bytes,
    format_total.objects,
    round(format_mean.update_bytes) AS update_bytes,
    round(format_mean.pull_bytes) AS pull_bytes,
    round(format_mean.requests, 1) AS requests,
    round(format_mean.start_bytes) AS start_bytes,
    round(format_mean.start_seconds, 6) AS start_seconds,
    round(format_mean.fixed_seconds, 9) AS fixed_seconds,
    format_total.published AS is_published,
    format_total.verified
  FROM format_total
  LEFT JOIN format_mean ON format_mean.format = format_total.format
),
-- The same rows, next to format as-stored and to the best of all published formats. crossing is the bandwidth at
-- which a start takes as long as with as-stored.
compared_line AS (
  SELECT
    format_line.*,
    now.stored_bytes AS now_bytes,
    (format_line.start_bytes - now.start_bytes) / nullif(now.fixed_seconds - format_line.fixed_seconds, 0) AS crossing,
    format_line.fixed_seconds < now.fixed_seconds AS is_quicker,
    count(CASE WHEN format_line.is_published AND format_line.stored_bytes IS NULL THEN 1 END) OVER () AS unknown,
    min(CASE WHEN format_line.is_published THEN format_line.stored_bytes END) OVER () AS least_stored,
    count(
      CASE WHEN format_line.is_published
        AND format_line.stored_bytes - coalesce(format_line.error_bytes, 0) <= least.high_bytes THEN 1 END
    ) OVER () AS as_little,
    min(CASE WHEN format_line.is_published THEN format_line.update_bytes END) OVER () AS least_update,
    min(CASE WHEN format_line.is_published THEN format_line.start_seconds END) OVER () AS least_seconds
  FROM format_line
  LEFT JOIN (SELECT stored_bytes, start_bytes, fixed_seconds FROM format_line WHERE format = 'as-stored') AS now ON true
  LEFT JOIN (
    SELECT stored_bytes + error_bytes AS high_bytes
    FROM format_line
    WHERE is_published AND stored_bytes IS NOT NULL
    ORDER BY stored_bytes
    LIMIT 1
  ) AS least ON true
)
SELECT
  format,
  -- payload_bytes: contents as the format stores them, with the headers of the archive where it has them.
  payload_bytes,
  -- index_bytes: what the format adds: tables of contents, inodes, checkpoints.
  index_bytes,
  -- stored_bytes: payload and index. Formats that store contents or chunks once count these once; nydus does so with a
  --   dictionary of chunks over all images. Equal chunks of 1 MiB in different contents are not looked for.
  stored_bytes,
  -- low_bytes: from low_bytes to high_bytes is the interval of stored_bytes.
  CASE WHEN stored_bytes IS NOT NULL THEN CAST(greatest(0, stored_bytes - error_bytes) AS BIGINT) END AS low_bytes,
  CAST(stored_bytes + error_bytes AS BIGINT) AS high_bytes,
  -- separate_bytes: stored_bytes if each layer stored its own contents, as nydus without a dictionary does.
  separate_bytes,
  -- stored_ratio: against format as-stored.
  stored_bytes / nullif(now_bytes, 0) AS stored_ratio,
  objects,
  -- update_bytes: fetched by a client that has the image before (report update-cost).
  CAST(update_bytes AS BIGINT) AS update_bytes,
  -- pull_bytes: fetched by a client that has nothing, with `requests` requests.
  CAST(pull_bytes AS BIGINT) AS pull_bytes,
  requests,
  -- start_bytes: fetched before a start (simulate startup), in start_seconds by the network of settings formats.*. Null
  --   without access lists for formats that fetch files as they are read.
  CAST(start_bytes AS BIGINT) AS start_bytes,
  start_seconds,
  -- sooner_below_bytes_per_second: a start is sooner than as-stored below this bandwidth, or above
  --   sooner_above_bytes_per_second. Both are null where it always is, or never.
  CASE WHEN crossing > 0 AND NOT is_quicker THEN CAST(floor(crossing) AS BIGINT) END AS sooner_below_bytes_per_second,
  CASE WHEN crossing > 0 AND is_quicker THEN CAST(floor(crossing) AS BIGINT) END AS sooner_above_bytes_per_second,
  -- best: what the format is best at: stored, where its interval ends below those of all other formats, updates or starts. Null
  --   where what some format stores is not known. Stores of files and of chunks are left out, as nobody can install
  --   them.
  CASE WHEN is_published
    AND unknown = 0
    AND (stored_bytes = least_stored AND as_little = 1 OR update_bytes = least_update OR start_seconds = least_seconds) THEN
    concat_ws(
      ', ',
      CASE WHEN stored_bytes = least_stored AND as_little = 1 THEN 'stored' END,
      CASE WHEN update_bytes = least_update THEN 'updates' END,
      CASE WHEN start_seconds = least_seconds THEN 'starts' END
    )
  END AS best,
  -- verified: false where figures were not compared with what the format's own tool makes.
  verified
FROM compared_line
ORDER BY CASE WHEN format = 'as-stored' THEN 0 ELSE 1 END, stored_bytes NULLS LAST, format
