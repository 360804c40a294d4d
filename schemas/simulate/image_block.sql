-- One row per scheme, image and block in which at least one byte of the image's files is stored. From views image_file
-- and placed_block. bytes is the length of the block, not of the image's part of it.
WITH
-- One row per scheme, layer and block with a content of the layer.
layer_block AS (
  SELECT DISTINCT placed_block.scheme, image_file.layer_digest, placed_block.block, placed_block.bytes
  FROM placed_block
  JOIN image_file ON image_file.fingerprint = placed_block.fingerprint
)
SELECT DISTINCT layer_block.scheme, false AS popular, layer_block.block, image_layer.image_digest AS owner, layer_block.bytes
FROM layer_block
JOIN image_layer ON image_layer.layer_digest = layer_block.layer_digest
