-- Things in storages that no image needs, by kind.
SELECT kind, sum(things) AS things, sum(bytes) AS bytes
FROM new_leftover
GROUP BY kind
ORDER BY kind
