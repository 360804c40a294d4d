-- What a registry stores in each mode, one row a mode: some replicas of a layer stay whole, the others are files, each
-- content once a replica.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, layer_framing, image, image_layer, image_tag
-- replaced
CREATE TABLE pull_storage (
  mode STRING NOT NULL COMMENT 'whole-N: N replicas of every layer stay whole; popular: more of them the more a layer is requested; erasure-coded: files alone, by data and parity shards',
  replicas INT NOT NULL COMMENT 'R, of every layer',
  layer_bytes BIGINT NOT NULL COMMENT 'of all layers as they were pushed, once',
  whole_bytes BIGINT NOT NULL COMMENT 'stored as whole layers',
  file_bytes BIGINT NOT NULL COMMENT 'stored as files, uncompressed, without empty ones',
  framing_bytes BIGINT NOT NULL COMMENT 'stored to rebuild the archives; 0 unless the framing was kept',
  stored_bytes BIGINT NOT NULL COMMENT 'all three',
  ratio DOUBLE COMMENT 'R times layer_bytes over stored_bytes; null when nothing is stored',
  closed_form DOUBLE COMMENT 'R / (n + (R - n) / g), with g of mode whole-0; null for other modes'
)
