-- Which simulations have left rows?
SELECT
  (SELECT count(*) FROM backup_result) AS backup,
  (SELECT count(*) FROM availability_result) AS availability,
  (SELECT count(*) FROM durability_result) AS durability,
  (SELECT count(*) FROM deletion_result) AS deletion,
  (SELECT count(*) FROM pull_summary) AS pulls,
  (SELECT count(*) FROM chain_result) AS chains,
  (SELECT count(*) FROM startup_result) AS startup,
  (SELECT count(*) FROM retention_result) AS retention
