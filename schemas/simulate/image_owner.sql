-- The images that touch any block; an image without any layer that was read, or with empty files only, is left out.
SELECT DISTINCT owner FROM fleet_edge
