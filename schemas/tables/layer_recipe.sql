-- One row an entry of a layer's archive, in archive order. Sorted by layer_digest, position.
--
-- made by: ingest registry
-- appended
CREATE TABLE layer_recipe (
  layer_digest STRING NOT NULL,
  position INT NOT NULL COMMENT 'from 0, in archive order',
  path STRING NOT NULL COMMENT 'relative to the root and clean: without //, . and .. between folders, which an archive may write (layer_framing has the name as written); . is the root; bytes that are no UTF-8, control characters and the backslash are escaped as backslash x and two hex digits',
  kind STRING NOT NULL COMMENT 'FILE, DIRECTORY, SYMLINK, HARD_LINK, WHITEOUT, OPAQUE, DEVICE, FIFO, METADATA',
  bytes BIGINT NOT NULL COMMENT 'content of a FILE or METADATA with holes filled; 0 for all other kinds',
  fingerprint BINARY COMMENT 'of the content; null unless FILE',
  content_type STRING COMMENT 'of a FILE by the magic of its first bytes: elf, script, archive, image, bytecode, database, text, data, empty',
  archive_offset BIGINT NOT NULL COMMENT 'where the content starts in the uncompressed archive',
  mode INT NOT NULL COMMENT 'permission bits',
  uid BIGINT NOT NULL,
  gid BIGINT NOT NULL,
  modified_at TIMESTAMP NOT NULL,
  link_target STRING COMMENT 'of SYMLINK as written, of HARD_LINK a path as path is; escaped as path is',
  stored_bytes BIGINT COMMENT 'bytes of the stored blob that header, content and padding take; where the decoder consumes a block at a time, the share of the block by archive bytes: in gzip off by 26 to 40 % of the stored bytes of files below 32 KiB, so use sums; null in rows that an earlier version wrote: not known'
)
