-- One row per kind of files in storages (registry trees, stores of container engines) that no image needs. things is
-- their number, bytes their size.
-- Reads:
--   new_leftover: files that no image needs, by storage and kind.
SELECT kind, sum(things) AS things, sum(bytes) AS bytes
FROM new_leftover
GROUP BY kind
ORDER BY kind
