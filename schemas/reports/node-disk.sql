-- What do images take on the disk of a node that stores them twice: as blobs, and unpacked?
-- First a row ALL, a node with all the images, then the 50 images with the most node_bytes; ties go to the smaller
-- digest. Each layer counts once a row. With --where CONDITION only images with a reference that it chooses (view
-- layer_reference): those that a node has. Not counted: a layer that is unpacked again over other layers below, what
-- containers write, manifests and configs. As a gate (--fail-above 80GiB) all rows are compared, so that ALL says
-- whether the images fit. Cost: the FILE rows of the layers of the images.
--
-- subject: registry
-- first: example node_bytes blob_bytes unpacked_bytes exclusive_bytes shared_bytes image_digest
-- sets: layer_reference
-- gate: node_bytes
-- chart: stacked-bars x=example y=blob_bytes+unpacked_bytes where=image_digest:!ALL top=20; Bytes of images on a node as blobs and unpacked
WITH
-- One row per image of the set and distinct layer of it.
image_member AS (
  SELECT DISTINCT image_digest, layer_digest
  FROM image_layer
  WHERE NOT /* requested of layer_reference */ false
    OR image_digest IN (
      SELECT layer_reference.image
      FROM layer_reference
      WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
    )
),
-- One row per layer of these images.
node_layer AS (
  SELECT layer_digest, count(*) AS images FROM image_member GROUP BY layer_digest
),
-- One row per layer: its files in whole blocks of 4 KiB.
layer_files AS (
  SELECT layer_recipe.layer_digest, sum(layer_recipe.bytes + (4096 - layer_recipe.bytes % 4096) % 4096) AS bytes
  FROM layer_recipe
  JOIN node_layer ON node_layer.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.layer_digest
),
-- One row per layer: its blob, and what it takes unpacked. Both are 0 if it was not read.
node_layer_size AS (
  SELECT
    node_layer.layer_digest,
    node_layer.images,
    CASE WHEN layer.layer_digest IS NULL THEN 0 ELSE 1 END AS is_read,
    CASE WHEN unpacked_layer.layer_digest IS NULL THEN coalesce(layer.compressed_bytes, 0) ELSE 0 END AS blob_bytes,
    coalesce(layer_files.bytes, 0) + 4096 * coalesce(layer.directories, 0) AS unpacked_bytes
  FROM node_layer
  LEFT JOIN layer ON layer.layer_digest = node_layer.layer_digest
  LEFT JOIN layer_files ON layer_files.layer_digest = layer.layer_digest
  LEFT JOIN unpacked_layer ON unpacked_layer.layer_digest = node_layer.layer_digest
),
-- One row per row of the report and layer in it.
layer_line AS (
  SELECT 1 AS is_total, 'ALL' AS image_digest, node_layer_size.* FROM node_layer_size
  UNION ALL
  SELECT 0, image_member.image_digest, node_layer_size.*
  FROM image_member
  JOIN node_layer_size ON node_layer_size.layer_digest = image_member.layer_digest
),
-- One row per row of the report.
image_total AS (
  SELECT
    is_total,
    image_digest,
    count(*) AS layers,
    sum(is_read) AS layers_read,
    sum(blob_bytes) AS blob_bytes,
    sum(unpacked_bytes) AS unpacked_bytes,
    sum(blob_bytes + unpacked_bytes) AS node_bytes,
    sum(CASE WHEN images = 1 THEN blob_bytes + unpacked_bytes ELSE 0 END) AS exclusive_bytes
  FROM layer_line
  GROUP BY is_total, image_digest
),
-- place is the rank among images, or 1 for the row ALL.
ranked_image AS (
  SELECT image_total.*, row_number() OVER (PARTITION BY is_total ORDER BY node_bytes DESC, image_digest) AS place
  FROM image_total
),
-- One row per image: one of its names.
image_name AS (
  SELECT
    image_digest,
    min(concat_ws(':', repository, tag)) AS example
  FROM image_tag
  GROUP BY image_digest
)
SELECT
  ranked_image.image_digest,
  image_name.example,
  ranked_image.layers,
  -- layers_read: only these layers have bytes.
  ranked_image.layers_read,
  -- blob_bytes: the layers as a registry stores them; 0 for those of a store that unpacks layers and keeps no blobs.
  ranked_image.blob_bytes,
  -- unpacked_bytes: what a snapshotter writes: each layer is unpacked once, a file takes whole blocks of 4 KiB, a
  --   folder that the layer lists one block; links and the empty file take none.
  ranked_image.unpacked_bytes,
  -- node_bytes: blob_bytes + unpacked_bytes, as containerd stores an image that it runs.
  ranked_image.node_bytes,
  -- exclusive_bytes: of layers that no other of the images lists: removing the image alone frees them.
  ranked_image.exclusive_bytes,
  -- shared_bytes: the rest.
  ranked_image.node_bytes - ranked_image.exclusive_bytes AS shared_bytes,
  -- blob_ratio: blob_bytes / node_bytes: what a node gives back that discards blobs once they are unpacked.
  ranked_image.blob_bytes / nullif(ranked_image.node_bytes, 0) AS blob_ratio
FROM ranked_image
LEFT JOIN image_name ON image_name.image_digest = ranked_image.image_digest
WHERE ranked_image.place <= /* rows */ 50
ORDER BY ranked_image.is_total DESC, ranked_image.place
