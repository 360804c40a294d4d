-- The known places of setting derive.removable-paths, in their order: package lists, caches and build leftovers that a
-- running image does not need.
--
-- made by: derive
-- replaced
CREATE TABLE removable_path (
  position INT NOT NULL COMMENT 'from 0, in the order of the setting',
  name STRING NOT NULL COMMENT 'the tool that leaves the files',
  pattern STRING NOT NULL COMMENT 'of LIKE, matched with a path after a slash'
)
