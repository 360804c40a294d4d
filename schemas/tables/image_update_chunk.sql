-- What each update brings by chunks of files, of a warehouse that contains chunks (ingest registry --chunks): one row an
-- update whose layers were all read, and a chunker. A content that has no chunks by the chunker counts as one chunk: layers
-- that were read without --chunks have no chunks.
--
-- made by: derive
-- from: layer, layer_recipe, image, image_layer, image_tag, layer_number, file_recipe, file_chunk
-- replaced
CREATE TABLE image_update_chunk (
  update_number INT NOT NULL COMMENT 'as in image_update',
  chunker STRING NOT NULL COMMENT 'as in file_recipe',
  new_chunks BIGINT NOT NULL COMMENT 'distinct chunks of files of the later image that no layer of the earlier image contains',
  new_chunk_bytes BIGINT NOT NULL COMMENT 'of these, uncompressed, each once'
)
