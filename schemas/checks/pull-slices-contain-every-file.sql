-- For each number of servers, the slices of a layer contain all of its files that are not empty, with their bytes.
SELECT sliced.servers, sliced.layer_digest, sliced.files, counted.files AS counted_files, sliced.bytes, counted.bytes AS counted_bytes
FROM (
  SELECT servers, layer_digest, sum(files) AS files, sum(bytes) AS bytes FROM pull_slice GROUP BY servers, layer_digest
) AS sliced
LEFT JOIN (
  SELECT layer_digest, count(*) AS files, sum(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY layer_digest
) AS counted ON counted.layer_digest = sliced.layer_digest
-- Other files or bytes than the FILE rows of layer_recipe have; every path counts.
WHERE sliced.files <> coalesce(counted.files, 0) OR sliced.bytes <> coalesce(counted.bytes, 0)
ORDER BY sliced.servers, sliced.layer_digest
