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
placed AS (
  SELECT layer_digest, min(depth) AS depth FROM image_layer GROUP BY layer_digest
),
counted AS (
  SELECT
    placed.depth,
    count(*) AS layers,
    sum(layer.files) AS files,
    sum(layer.file_bytes) AS bytes
  FROM placed
  JOIN layer ON layer.layer_digest = placed.layer_digest
  GROUP BY placed.depth
),
listed AS (
  SELECT image_layer.depth, count(*) AS listings
  FROM image_layer
  JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.depth
),
squashed AS (
  SELECT
    depth,
    sum(file_bytes) AS file_bytes,
    sum(hidden_bytes) AS hidden_bytes,
    sum(paths) AS paths,
    sum(paths * (layers - depth)) AS lookups
  FROM image_squash
  GROUP BY depth
),
total AS (
  SELECT sum(bytes) AS bytes FROM counted
),
-- Every depth at which there is anything, and what is above it or at it.
line AS (
  SELECT
    'counted' AS source,
    listed.depth,
    coalesce(counted.layers, 0) AS layers,
    coalesce(counted.files, 0) AS files,
    coalesce(counted.bytes, 0) AS bytes,
    coalesce(counted.bytes, 0) / nullif(total.bytes, 0) AS bytes_ratio,
    sum(coalesce(counted.bytes, 0)) OVER (ORDER BY listed.depth DESC) / nullif(total.bytes, 0) AS deeper_bytes_ratio,
    listed.listings,
    squashed.hidden_bytes,
    squashed.hidden_bytes / nullif(squashed.file_bytes, 0) AS hidden_ratio,
    squashed.paths,
    squashed.lookups
  FROM listed
  LEFT JOIN counted ON counted.depth = listed.depth
  LEFT JOIN squashed ON squashed.depth = listed.depth
  CROSS JOIN total
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
