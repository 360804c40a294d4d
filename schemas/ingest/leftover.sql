-- One row per kind of files in storages (registry trees, stores of container engines) that no image needs. things is
-- their number, bytes their size.
SELECT kind, sum(things) AS things, sum(bytes) AS bytes
FROM new_leftover
GROUP BY kind
ORDER BY kind
