-- What image formats store: one row a format and a thing that it stores once. That is a layer; of formats that store contents of
-- files or chunks once, all contents that exactly the same layers contain, and the index of a layer. A set of layers takes
-- the sum over the rows with a layer of the set. Layers that were not read are in no row.
--
-- made by: simulate formats
-- from: layer, layer_recipe, layer_number, layer_pull, format_sample, file_recipe, file_chunk, content_dedup
-- replaced
CREATE TABLE format_part (
  part INT NOT NULL COMMENT 'from 1, of this table as it is',
  format STRING NOT NULL COMMENT 'one of {image-formats}',
  layers ARRAY<INT> NOT NULL COMMENT 'the layers that need it, in order, by their numbers in view layer_number',
  payload_bytes BIGINT COMMENT 'contents as the format stores them, of layers with the headers of the archive; null where that was not measured: ingest registry --measure-formats, for chunks --chunks',
  index_bytes BIGINT NOT NULL COMMENT 'tables of contents, inodes, footers, checkpoints',
  objects BIGINT NOT NULL COMMENT 'blobs, files or chunks that are stored by themselves',
  fit_error_bytes BIGINT COMMENT 'half width of the interval of payload_bytes, of the part that all rows have in common: it adds up',
  own_error_bytes BIGINT COMMENT 'half width of the part of this row alone; squares of it add up, and to the square of the sum of fit_error_bytes',
  published BOOLEAN NOT NULL COMMENT 'of the format: whether there is a tool that makes it',
  verified BOOLEAN NOT NULL COMMENT 'of the format: whether figures were compared with what its own tool makes'
)
