-- How deep are the bytes of images, and what do the layers above hide of them?
-- Depth 0 is the base. A layer counts once, at the least depth at which an image lists it; base layers are in. listings
-- are all images that list a layer at this depth, of layers that were read. bytes_ratio is against the bytes of all
-- these layers, deeper_bytes_ratio that of this depth and those above it. hidden_bytes, over the listings that simulate
-- startup has squashed, are files that no path of the unpacked image leads to. lookups are layers searched from the top
-- for each of the paths found at this depth (1 each once flattened). Both are null before simulate startup. Rows of
-- source published were printed of other images (see schemas/published): half of the bytes, and the deepest layer.
--
-- subject: starts
-- first: source depth layers bytes bytes_ratio deeper_bytes_ratio hidden_ratio
-- chart: columns x=depth y=bytes+hidden_bytes where=source:counted; Bytes by depth and what of them is hidden
WITH
-- One row per layer: the least depth at which an image lists it.
layer_depth AS (
  SELECT layer_digest, min(depth) AS depth FROM image_layer GROUP BY layer_digest
),
-- One row per depth: layers whose least depth it is.
depth_total AS (
  SELECT
    layer_depth.depth,
    count(*) AS layers,
    sum(layer.files) AS files,
    sum(layer.file_bytes) AS bytes
  FROM layer_depth
  JOIN layer ON layer.layer_digest = layer_depth.layer_digest
  GROUP BY layer_depth.depth
),
-- One row per depth: all images that list a layer there.
depth_listing AS (
  SELECT image_layer.depth, count(*) AS listings
  FROM image_layer
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.depth
),
-- One row per depth of unpacked images, after simulate startup.
depth_squash AS (
  SELECT
    depth,
    sum(file_bytes) AS file_bytes,
    sum(hidden_bytes) AS hidden_bytes,
    sum(paths) AS paths,
    sum(paths * (layers - depth)) AS lookups
  FROM image_squash
  GROUP BY depth
),
-- One row: all layers.
byte_total AS (
  SELECT sum(bytes) AS bytes FROM depth_total
),
-- Every depth at which there is anything, and what is above it or at it.
line AS (
  SELECT
    'counted' AS source,
    depth_listing.depth,
    coalesce(depth_total.layers, 0) AS layers,
    coalesce(depth_total.files, 0) AS files,
    coalesce(depth_total.bytes, 0) AS bytes,
    coalesce(depth_total.bytes, 0) / nullif(byte_total.bytes, 0) AS bytes_ratio,
    sum(coalesce(depth_total.bytes, 0)) OVER (ORDER BY depth_listing.depth DESC) / nullif(byte_total.bytes, 0)
      AS deeper_bytes_ratio,
    depth_listing.listings,
    depth_squash.hidden_bytes,
    depth_squash.hidden_bytes / nullif(depth_squash.file_bytes, 0) AS hidden_ratio,
    depth_squash.paths,
    depth_squash.lookups
  FROM depth_listing
  LEFT JOIN depth_total ON depth_total.depth = depth_listing.depth
  LEFT JOIN depth_squash ON depth_squash.depth = depth_listing.depth
  CROSS JOIN byte_total
  UNION ALL
  SELECT
    'published',
    CAST(value AS INT),
    NULL, NULL, NULL, NULL,
    CASE WHEN figure = 'median depth of bytes' THEN 0.5E0 END,
    NULL, NULL, NULL, NULL, NULL
  FROM published_startup
  WHERE report = 'depth-profile' AND EXISTS (SELECT 1 FROM layer)
)
SELECT *
FROM line
ORDER BY source, depth
