-- Published layers, numbered from 0 in the order of their digests.
--
-- from: layer
SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) - 1 AS INT) AS layer_number
FROM layer
