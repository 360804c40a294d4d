-- Table file_bundle, unsorted, of the contents of files with the numbers of the layers that contain them, in order.
SELECT
  min(fingerprint) AS bundle,
  count(*) AS files,
  sum(bytes) AS bytes,
  owners AS layers,
  (SELECT count(*) FROM layer) AS all_layers
FROM file_owners
GROUP BY owners
