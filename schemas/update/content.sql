-- One row per update, new layer and directory: what the layer brings. Each bundle of contents has one of three states:
-- known: the earlier image contains it. new: it does not, and this is the lowest new layer with it.
-- again: a lower new layer of the update contains it already. Contents that are in this layer alone have no bundle and
-- are new. avoidable_bytes are those of known contents; repeated_bytes those of copies beyond the first new one.
-- is_measured is 0 if the stored bytes of some content are not known.
-- Reads:
--   update_brought: new layers of each update (brought.sql).
--   update_stored: contents of new layers, by bundle and directory (stored.sql).
--   update_known: bundles of new layers that the earlier image contains too (known.sql).
WITH
-- One row per update, new layer, directory and bundle.
brought_content AS (
  SELECT
    update_brought.update_number,
    update_brought.layer_number,
    update_stored.directory,
    CASE
      WHEN update_known.bundle IS NOT NULL THEN 'known'
      WHEN update_stored.bundle IS NULL OR update_brought.depth = min(update_brought.depth) OVER (
        PARTITION BY update_brought.update_number, update_stored.bundle
      ) THEN 'new'
      ELSE 'again'
    END AS state,
    update_stored.files,
    update_stored.bytes,
    update_stored.first_bytes,
    update_stored.stored_bytes
  FROM update_brought
  JOIN update_stored ON update_stored.layer_number = update_brought.layer_number
  LEFT JOIN update_known
    ON update_known.update_number = update_brought.update_number
    AND update_known.bundle = update_stored.bundle
)
SELECT
  update_number,
  layer_number,
  directory,
  sum(CASE WHEN state = 'new' THEN files ELSE 0 END) AS new_files,
  sum(CASE WHEN state = 'new' THEN bytes ELSE 0 END) AS new_file_bytes,
  sum(CASE WHEN state = 'new' THEN first_bytes ELSE 0 END) AS new_file_stored_bytes,
  sum(CASE WHEN state = 'known' THEN stored_bytes ELSE 0 END) AS avoidable_bytes,
  sum(CASE state WHEN 'new' THEN stored_bytes - first_bytes WHEN 'again' THEN stored_bytes ELSE 0 END) AS repeated_bytes,
  min(CASE WHEN first_bytes IS NULL THEN 0 ELSE 1 END) AS is_measured
FROM brought_content
GROUP BY update_number, layer_number, directory
