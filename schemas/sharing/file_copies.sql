-- The copies of each file content, of those whose fingerprints lie in a range: how many there are, and the layers that hold
-- one, each once. In the order of the fingerprints.
SELECT fingerprint, min(bytes) AS bytes, CAST(sum(copies) AS BIGINT) AS copies, array_agg(layer) AS layers
FROM (
  SELECT fingerprint, layer, min(bytes) AS bytes, count(*) AS copies
  FROM file_reference
  WHERE fingerprint >= unhex(:least) AND fingerprint < unhex(:end)
  GROUP BY fingerprint, layer
) AS held
GROUP BY fingerprint
ORDER BY fingerprint
