-- What an update fetches: one row a pair of images of one repository and platform that follow each other. They are ordered by
-- the time they were built at, then first seen, then by tag, 1.9 before 1.10; an image that lost its tag to a later one is
-- one of them. Builds before 1981 set their clock to an epoch: their time is not known, and they come first. A
-- client has all layers of the earlier image and nothing else. Columns of files are null where a layer of the two images was
-- not read. Changed and removed files are those of the images as they are unpacked, path by path: upper layers replace and
-- delete what lower ones have. A hard link is a file with the content of its target and 0 bytes; one to no file is none. What
-- a layer has inside of a linked folder counts where the link leads. These columns are null, too, for all updates where they
-- have more entries than derive.updates.tree-entries.
--
-- made by: derive
-- from: layer, layer_recipe, image, image_layer, image_tag, layer_number
-- replaced
CREATE TABLE image_update (
  update_number INT NOT NULL COMMENT 'from 1, in the order of repositories, platforms and updates; of this table as it is',
  repository STRING NOT NULL COMMENT 'as in image_tag',
  platform STRING NOT NULL COMMENT 'os/architecture with its variant, and os.version of Windows and os.features, as in windows(10.0.20348)/amd64',
  from_tag STRING COMMENT 'a tag of the earlier image, the first that is not latest, 1.9 before 1.10; null where no tag leads to it any more',
  to_tag STRING COMMENT 'likewise of the later image',
  from_image STRING NOT NULL COMMENT 'digest of the earlier image',
  to_image STRING NOT NULL COMMENT 'digest of the later image',
  layers INT NOT NULL COMMENT 'distinct layers of the later image',
  new_layers INT NOT NULL COMMENT 'of these, those that the earlier image does not list',
  unread_layers INT NOT NULL COMMENT 'new layers, and layers of the earlier image, that were not read',
  layer_bytes BIGINT NOT NULL COMMENT 'blobs of all layers of the later image',
  new_layer_bytes BIGINT NOT NULL COMMENT 'blobs of the new layers: what a client fetches',
  new_archive_layer_bytes BIGINT NOT NULL COMMENT 'the same without layers whose diffID the earlier image has too',
  new_files BIGINT COMMENT 'distinct contents of the new layers that no layer of the earlier image contains',
  new_file_bytes BIGINT COMMENT 'of these, uncompressed, each once',
  new_file_stored_bytes BIGINT COMMENT 'of these, stored bytes of one copy: what a client fetches that takes files alone',
  avoidable_bytes BIGINT COMMENT 'stored bytes of files of the new layers whose content the earlier image contains',
  repeated_bytes BIGINT COMMENT 'stored bytes of further copies of new contents',
  changed_files BIGINT COMMENT 'files of the later image at paths where the earlier one has no file or another content',
  changed_bytes BIGINT COMMENT 'of these, uncompressed, path by path',
  removed_files BIGINT COMMENT 'files of the earlier image at paths where the later one has no file',
  removed_bytes BIGINT COMMENT 'of these, uncompressed, path by path'
)
