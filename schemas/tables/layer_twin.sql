-- Which other layer a layer is like, one row a layer. Of layers that are alike one is kept, the one of the smallest
-- blob and then of the first digest; one that waits for a collection of garbage (view waiting_layer) only if all do. Each of the others names it, with the first cause that applies. Cause compression:
-- one archive, several blobs. Cause order: the same entries in another order, or with other headers, padding, extended
-- attributes. Cause times: also other times of change. Cause owners: also other owners or permission bits. Cause
-- entries: files with the same paths and contents, other directories, links, whiteouts. Cause paths: the same contents
-- at other paths. Cause near: of its contents, enough are in the other. Each comes on top of those before it, so layers
-- of one cause are those of one row, counted once. Owners are numbers; their names, device numbers, extended attributes
-- and times of access are in layer_framing and are not compared. Entries of kind METADATA count as headers. Layers
-- without a byte of content are never entries, paths or near.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer, waiting_layer
-- replaced
CREATE TABLE layer_twin (
  layer_digest STRING NOT NULL,
  cause STRING COMMENT 'compression, order, times, owners, entries, paths or near; null for a layer that is kept: like no other, or the first of its kind',
  twin_digest STRING COMMENT 'the layer that it is like; null without a cause. Of near ones the most similar of those with no more contents',
  differs STRING COMMENT 'in what the two differ: compression, order, framing, times, owners, modes, entries, paths, contents; several with commas between',
  contents BIGINT COMMENT 'distinct contents of files, without the empty one; null with a cause other than near, as then they are those of the twin',
  shared_contents BIGINT COMMENT 'those that the twin contains too; null as contents is, and without a cause',
  shared_bytes BIGINT COMMENT 'bytes of the files whose content the twin contains too, repeats in this layer counted; null without a cause',
  similarity DOUBLE COMMENT 'shared contents over those that either contains; 1 for causes other than near; null without a cause'
)
