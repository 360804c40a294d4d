-- Table layer has one row for each layer_digest.
-- A layer that several images or inputs contain is one layer.
SELECT layer_digest, count(*) AS found_rows, count(*) OVER () AS total
FROM layer
GROUP BY layer_digest
HAVING count(*) > 1
ORDER BY layer_digest
-- At most 20 faults are listed; column total counts all.
LIMIT 20
