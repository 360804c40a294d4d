-- One row per image that touches at least one block. Images whose layers were not read, or have empty files alone, are
-- left out.
SELECT DISTINCT owner FROM fleet_edge
