-- One row with the size of the warehouse: images, repositories, layers that were read and their files, VMs and
-- snapshots.
SELECT
  (SELECT count(*) FROM image) AS images,
  (SELECT count(DISTINCT repository) FROM image_tag) AS repositories,
  (SELECT count(*) FROM layer) AS layers,
  (SELECT coalesce(sum(files), 0) FROM layer) AS files,
  (SELECT count(*) FROM vm) AS vms,
  (SELECT count(*) FROM snapshot) AS snapshots
