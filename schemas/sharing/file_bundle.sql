-- Table file_bundle, unsorted: one row per set of contents that exactly the same layers contain. View file_owners has
-- the contents, each with the numbers of its layers in ascending order.
SELECT
  min(fingerprint) AS bundle,
  count(*) AS files,
  sum(bytes) AS bytes,
  owners AS layers,
  (SELECT count(*) FROM layer) AS all_layers
FROM file_owners
GROUP BY owners
