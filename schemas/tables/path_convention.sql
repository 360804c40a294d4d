-- The directory conventions of setting derive.conventions, in their order. A file belongs to the first one with a pattern that
-- its path matches.
--
-- made by: derive
-- replaced
CREATE TABLE path_convention (
  position INT NOT NULL COMMENT 'from 0, in the order of the setting',
  name STRING NOT NULL,
  pattern STRING NOT NULL COMMENT 'of LIKE, matched with a path after a slash'
)
