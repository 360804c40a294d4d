-- Updates whose layers were all read, and whether their trees are compared. First comes the last such update of every
-- repository and platform, then the one before, and so on, while the entries of both images' layers add up to no more than
-- allowed.
WITH
image_entries AS (
  SELECT
    image_layer.image_digest,
    sum(CASE WHEN layer.layer_digest IS NULL THEN 1 ELSE 0 END) AS unread_layers,
    sum(layer.files + layer.directories + layer.symlinks + layer.hard_links + layer.whiteouts + layer.other_entries)
      AS entries
  FROM image_layer
  SEMI JOIN (
    SELECT from_image AS image_digest FROM update_pair
    UNION ALL
    SELECT to_image FROM update_pair
  ) AS paired ON paired.image_digest = image_layer.image_digest
  LEFT JOIN layer ON layer.layer_digest = image_layer.layer_digest
  GROUP BY image_layer.image_digest
),
sized AS (
  SELECT
    update_pair.update_number,
    update_pair.from_image,
    update_pair.to_image,
    coalesce(earlier.entries, 0) + coalesce(later.entries, 0) AS entries,
    row_number() OVER (
      PARTITION BY update_pair.repository, update_pair.platform ORDER BY update_pair.update_number DESC
    ) AS place
  FROM update_pair
  LEFT JOIN image_entries AS earlier ON earlier.image_digest = update_pair.from_image
  LEFT JOIN image_entries AS later ON later.image_digest = update_pair.to_image
  WHERE coalesce(earlier.unread_layers, 0) + coalesce(later.unread_layers, 0) = 0
),
added AS (
  SELECT
    update_number,
    from_image,
    to_image,
    CAST(sum(entries) OVER (
      ORDER BY place, update_number ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS BIGINT) AS entries
  FROM sized
)
SELECT update_number, from_image, to_image, entries, :most > 0 AND entries <= :most AS compared
FROM added
