-- The images that touch any block; one without a layer that was read, or with empty files alone, is not judged.
SELECT DISTINCT owner FROM fleet_edge
