-- Kinds are those of the table declaration; links, and only links, have a target.
SELECT layer_digest, position, kind, path, link_target, count(*) OVER () AS total
FROM layer_recipe
WHERE kind NOT IN
    ('FILE', 'DIRECTORY', 'SYMLINK', 'HARD_LINK', 'WHITEOUT', 'OPAQUE', 'DEVICE', 'FIFO', 'METADATA')
  OR (kind IN ('SYMLINK', 'HARD_LINK')) <> (link_target IS NOT NULL)
ORDER BY layer_digest, position
LIMIT 20
