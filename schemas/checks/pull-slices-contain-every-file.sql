-- For each number of servers, the slices of a layer contain all of its files that are not empty, with their bytes.
SELECT
  slice_total.servers, slice_total.layer_digest, slice_total.files, file_total.files AS counted_files,
  slice_total.bytes, file_total.bytes AS counted_bytes
FROM (
  SELECT servers, layer_digest, sum(files) AS files, sum(bytes) AS bytes FROM pull_slice GROUP BY servers, layer_digest
) AS slice_total
LEFT JOIN (
  SELECT layer_digest, count(*) AS files, sum(bytes) AS bytes
  FROM layer_recipe
  WHERE kind = 'FILE' AND bytes > 0
  GROUP BY layer_digest
) AS file_total ON file_total.layer_digest = slice_total.layer_digest
-- Another number of files than FILE rows of layer_recipe; every path counts.
WHERE slice_total.files <> coalesce(file_total.files, 0)
  -- Other bytes than theirs.
  OR slice_total.bytes <> coalesce(file_total.bytes, 0)
ORDER BY slice_total.servers, slice_total.layer_digest
