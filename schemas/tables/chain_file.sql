-- One row a file of the chain of a disk in chain_map: what it keeps to find its clusters.
--
-- made by: ingest snapshots
-- appended
CREATE TABLE chain_file (
  vm STRING NOT NULL,
  snapshot STRING NOT NULL,
  depth INT NOT NULL COMMENT '0 the topmost, 1 its backing file, and so on',
  file STRING NOT NULL COMMENT 'its name, without its folder',
  location STRING NOT NULL COMMENT 'where it was read',
  virtual_bytes BIGINT NOT NULL COMMENT 'length of the disk as this file has it',
  cluster_bytes INT COMMENT 'null of all formats but qcow2, as are the others',
  entry_bytes INT COMMENT 'of an L2 entry: 8, or 16 with subclusters',
  l1_bytes BIGINT COMMENT 'of the table of L2 tables',
  l2_tables INT COMMENT 'L2 tables that there are, of a cluster each',
  tables BINARY COMMENT 'which of them: table i is bit i % 8 of byte i / 8'
)
