-- The kind of an entry is one that layer_recipe declares; symbolic and hard links have a target, other kinds none.
SELECT layer_digest, position, kind, path, link_target, count(*) OVER () AS total
FROM layer_recipe
-- A kind that is not declared.
WHERE kind NOT IN
    ('FILE', 'DIRECTORY', 'SYMLINK', 'HARD_LINK', 'WHITEOUT', 'OPAQUE', 'DEVICE', 'FIFO', 'METADATA')
  -- A link without a target, or a target of something else.
  OR (kind IN ('SYMLINK', 'HARD_LINK')) <> (link_target IS NOT NULL)
ORDER BY layer_digest, position
-- At most 20 faults are listed; column total counts all.
LIMIT 20
