-- The copies of each file content, of those whose fingerprints lie in a range: how many there are, and the layers that hold
-- one, each once, in order.
SELECT
  fingerprint, min(bytes) AS bytes, CAST(sum(copies) AS BIGINT) AS copies, array_sort(array_agg(layer)) AS holders
FROM (
  SELECT fingerprint, layer, min(bytes) AS bytes, count(*) AS copies
  FROM file_reference
  WHERE fingerprint >= unhex(:least) AND fingerprint < unhex(:end)
  GROUP BY fingerprint, layer
) AS held
GROUP BY fingerprint
