-- What deduplication by whole files, and by chunks, finds in sets of layers: one row a set and a way of cutting. Only of a
-- warehouse that contains chunks of files (ingest registry --chunks). Sets: all layers, each once; all images, a layer
-- as often as images list it; the images of each category, likewise; each of the 50 images with the most bytes of files.
-- Layers that were not read are left out; the empty file counts nowhere. Contents that have no chunks by a chunker are
-- left out of its rows, but for file_bytes. Compressed lengths are those of the sample that is in the set, a content no
-- longer than it is uncompressed. Sorted by scope, subject, chunker.
--
-- made by: derive
-- from: layer, layer_recipe, image_layer, image_category, file_recipe, file_chunk, content_sample
-- replaced
CREATE TABLE content_dedup (
  scope STRING NOT NULL COMMENT 'layers, images, category, image',
  subject STRING NOT NULL COMMENT 'the category, or the digest of an image; all',
  chunker STRING NOT NULL COMMENT 'what cut the files; file where they are whole',
  layers BIGINT NOT NULL COMMENT 'of the set, repeats counted',
  compressed_bytes BIGINT NOT NULL COMMENT 'of these layers as they are stored',
  archive_bytes BIGINT NOT NULL COMMENT 'of these layers, uncompressed',
  file_bytes BIGINT NOT NULL COMMENT 'contents of all their files',
  bytes BIGINT NOT NULL COMMENT 'of them those that the row is about: that have chunks',
  files BIGINT NOT NULL COMMENT 'files of these bytes, copies counted',
  unique_files BIGINT NOT NULL COMMENT 'distinct contents among these',
  unique_file_bytes BIGINT NOT NULL,
  chunks BIGINT NOT NULL COMMENT 'chunks of these bytes, copies counted; for file, files',
  listed_chunks BIGINT NOT NULL COMMENT 'chunks of the distinct contents, those that several contents contain counted for each',
  unique_chunks BIGINT NOT NULL,
  unique_bytes BIGINT NOT NULL COMMENT 'of the distinct chunks',
  codec STRING COMMENT 'of the sample: the one of most samples; null where there is none',
  samples BIGINT NOT NULL COMMENT 'distinct chunks that were compressed; of whole files, pieces of them',
  sample_bytes BIGINT NOT NULL COMMENT 'their length',
  sample_compressed_bytes BIGINT NOT NULL,
  compressed_ratio DOUBLE COMMENT 'what the distinct chunks take compressed, of their bytes: of the samples, which count by the inverse of their probabilities; null where there is none',
  compressed_ratio_deviation DOUBLE COMMENT 'standard deviation of that ratio; null below two samples'
)
