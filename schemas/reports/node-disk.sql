-- What do images take on the disk of a node that stores them twice: as blobs, and unpacked?
-- First a row ALL, a node with all the images, then the 50 images with the most node_bytes; ties go to the smaller
-- digest. Each layer counts once a row. With --where CONDITION only images with a reference that it chooses (view
-- layer_reference): those that a node has. Not counted: a layer that is unpacked again over other layers below, what
-- containers write, manifests and configs. As a gate (--fail-above 80GiB) all rows are compared, so that ALL says
-- whether the images fit. Cost: the FILE rows of the layers of the images.
--
-- subject: registry
-- first: example image_digest node_bytes blob_bytes unpacked_bytes exclusive_bytes shared_bytes
-- sets: layer_reference
-- gate: node_bytes
-- chart: stacked-bars x=example y=blob_bytes+unpacked_bytes where=image_digest:!ALL top=20; Bytes of images on a node as blobs and unpacked
WITH
listing AS (
  SELECT DISTINCT image_digest, layer_digest
  FROM image_layer
  WHERE NOT /* requested of layer_reference */ false
    OR image_digest IN (
      SELECT layer_reference.image
      FROM layer_reference
      WHERE /* set of layer_reference */ true AND layer_reference.image IS NOT NULL
    )
),
listed AS (
  SELECT layer_digest, count(*) AS images FROM listing GROUP BY layer_digest
),
block AS (
  SELECT layer_recipe.layer_digest, sum(layer_recipe.bytes + (4096 - layer_recipe.bytes % 4096) % 4096) AS bytes
  FROM layer_recipe
  JOIN listed ON listed.layer_digest = layer_recipe.layer_digest
  WHERE layer_recipe.kind = 'FILE'
  GROUP BY layer_recipe.layer_digest
),
stored AS (
  SELECT
    listed.layer_digest,
    listed.images,
    CASE WHEN layer.layer_digest IS NULL THEN 0 ELSE 1 END AS is_read,
    coalesce(layer.compressed_bytes, 0) AS blob_bytes,
    coalesce(block.bytes, 0) + 4096 * coalesce(layer.directories, 0) AS unpacked_bytes
  FROM listed
  LEFT JOIN layer ON layer.layer_digest = listed.layer_digest
  LEFT JOIN block ON block.layer_digest = layer.layer_digest
),
line AS (
  SELECT 1 AS is_total, 'ALL' AS image_digest, stored.* FROM stored
  UNION ALL
  SELECT 0, listing.image_digest, stored.*
  FROM listing
  JOIN stored ON stored.layer_digest = listing.layer_digest
),
summed AS (
  SELECT
    is_total,
    image_digest,
    count(*) AS layers,
    sum(is_read) AS layers_read,
    sum(blob_bytes) AS blob_bytes,
    sum(unpacked_bytes) AS unpacked_bytes,
    sum(blob_bytes + unpacked_bytes) AS node_bytes,
    sum(CASE WHEN images = 1 THEN blob_bytes + unpacked_bytes ELSE 0 END) AS exclusive_bytes
  FROM line
  GROUP BY is_total, image_digest
),
ranked AS (
  SELECT summed.*, row_number() OVER (PARTITION BY is_total ORDER BY node_bytes DESC, image_digest) AS place
  FROM summed
),
named AS (
  SELECT
    image_digest,
    coalesce(
      min(CASE WHEN tag IS NULL THEN repository ELSE repository || ':' || tag END),
      min('unknown:' || tag),
      'unknown'
    ) AS example
  FROM image_tag
  GROUP BY image_digest
)
SELECT
  ranked.image_digest,
  named.example,
  ranked.layers,
  -- layers_read: only these layers have bytes.
  ranked.layers_read,
  -- blob_bytes: the layers as a registry stores them.
  ranked.blob_bytes,
  -- unpacked_bytes: what a snapshotter writes: each layer is unpacked once, a file takes whole blocks of 4 KiB, a
  --   folder that the layer lists one block; links and the empty file take none.
  ranked.unpacked_bytes,
  -- node_bytes: blob_bytes + unpacked_bytes, as containerd stores an image that it runs.
  ranked.node_bytes,
  -- exclusive_bytes: of layers that no other of the images lists: removing the image alone frees them.
  ranked.exclusive_bytes,
  -- shared_bytes: the rest.
  ranked.node_bytes - ranked.exclusive_bytes AS shared_bytes,
  -- blob_ratio: blob_bytes / node_bytes: what a node gives back that discards blobs once they are unpacked.
  ranked.blob_bytes / nullif(ranked.node_bytes, 0) AS blob_ratio
FROM ranked
LEFT JOIN named ON named.image_digest = ranked.image_digest
WHERE ranked.place <= /* rows */ 50
ORDER BY ranked.is_total DESC, ranked.place
