-- One row per update of which all layers of both images were read, with the entries of these layers. compared says
-- whether the file trees of both images are compared: all of them, or none. There are none if the entries of all
-- updates together exceed `most`.
-- Reads:
--   update_pair: updates: two images that follow each other (pair.sql).
WITH
-- One row per image: the entries of its layers, and how many of them were not read.
image_size AS (
  SELECT
    image_layer.image_digest,
    sum(CASE WHEN layer.layer_digest IS NULL THEN 1 ELSE 0 END) AS unread_layers,
    sum(layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries)
      AS entries
  FROM image_layer
  LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest
),
-- One row per update whose layers were all read: the entries of both images.
update_size AS (
  SELECT
    update_pair.update_number,
    update_pair.from_image,
    update_pair.to_image,
    coalesce(earlier.entries, 0) + coalesce(later.entries, 0) AS entries
  FROM update_pair
  LEFT JOIN image_size AS earlier ON earlier.image_digest = update_pair.from_image
  LEFT JOIN image_size AS later ON later.image_digest = update_pair.to_image
  WHERE coalesce(earlier.unread_layers, 0) + coalesce(later.unread_layers, 0) = 0
)
SELECT
  update_number,
  from_image,
  to_image,
  CAST(entries AS BIGINT) AS entries,
  sum(entries) OVER () <= :most AS compared
FROM update_size
