-- Things in storages that no image needs, by kind.
SELECT kind, CAST(sum(things) AS BIGINT) AS things, CAST(sum(bytes) AS BIGINT) AS bytes
FROM new_leftover
GROUP BY kind
ORDER BY kind
