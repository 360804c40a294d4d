-- One row per update and bundle of contents that a new layer brings although the earlier image contains it.
SELECT DISTINCT brought.update_number, brought.bundle
FROM (
  SELECT DISTINCT update_brought.update_number, update_stored.bundle
  FROM update_brought
  JOIN update_stored ON update_stored.layer_number = update_brought.layer_number
  WHERE update_stored.bundle IS NOT NULL
) AS brought
SEMI JOIN (
  SELECT update_earlier.update_number, containing.bundle
  FROM update_earlier
  JOIN (SELECT bundle, explode(layers) AS layer_number FROM file_bundles) AS containing
    ON containing.layer_number = update_earlier.layer_number
) AS earlier
  ON earlier.update_number = brought.update_number
  AND earlier.bundle = brought.bundle
