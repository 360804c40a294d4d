-- How much was read? Images and repositories as they are named, layers and disks that were read whole.
SELECT
  (SELECT count(*) FROM image) AS images,
  (SELECT count(DISTINCT repository) FROM image_tag) AS repositories,
  (SELECT count(*) FROM layer) AS layers,
  (SELECT coalesce(sum(files), 0) FROM layer) AS files,
  (SELECT count(*) FROM vm) AS vms,
  (SELECT count(*) FROM snapshot) AS snapshots
