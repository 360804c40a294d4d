-- One row per image that touches at least one block. Images whose layers were not read, or have empty files alone, are
-- left out.
-- Reads:
--   fleet_edge: one row per scheme, block and owner that touches it (vm_block.sql or image_block.sql).
SELECT DISTINCT owner FROM fleet_edge
