-- One row per update and bundle of contents that a new layer brings although the earlier image contains it.
-- Reads:
--   update_brought: new layers of each update (brought.sql).
--   update_stored: contents of new layers, by bundle and directory (stored.sql).
--   update_earlier: layers of the earlier image of each update (earlier.sql).
--   file_bundles: bundles: contents that exactly the same layers contain (sharing/file_bundle.sql).
SELECT DISTINCT new_layer_bundle.update_number, new_layer_bundle.bundle
FROM (
  SELECT DISTINCT update_brought.update_number, update_stored.bundle
  FROM update_brought
  JOIN update_stored ON update_stored.layer_number = update_brought.layer_number
  WHERE update_stored.bundle IS NOT NULL
) AS new_layer_bundle
SEMI JOIN (
  SELECT update_earlier.update_number, bundle_layer.bundle
  FROM update_earlier
  JOIN (SELECT bundle, explode(layers) AS layer_number FROM file_bundles) AS bundle_layer
    ON bundle_layer.layer_number = update_earlier.layer_number
) AS earlier_bundle
  ON earlier_bundle.update_number = new_layer_bundle.update_number
  AND earlier_bundle.bundle = new_layer_bundle.bundle
