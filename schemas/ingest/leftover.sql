-- One row per kind of files in Docker's or containerd's stores that no image needs: their number (things) and bytes.
SELECT kind, sum(things) AS things, sum(bytes) AS bytes
FROM new_leftover
GROUP BY kind
ORDER BY kind
