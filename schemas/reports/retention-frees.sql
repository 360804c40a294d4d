-- What would each policy of retention remove from the registry, and what would that free, now and with deduplication?
-- One row per policy and repository. A blob or file that several repositories contain is in row (several), and each is
-- in exactly one row, so the rows add up to row (all). Policies do not add up: two together free at least what both
-- free alone. Tags, manifests and images count in each repository that has them: a removed image may stay in another
-- one. Tags that retention.spare names, latest unless set, stay too. Nothing was removed.
--
-- subject: retention
-- leads: retention_result
-- first: policy repository removed_tags removed_images removed_layers freed_bytes freed_ratio freed_file_bytes freed_file_ratio
-- chart: bars x=policy y=freed_bytes+freed_file_bytes where=repository:(all); What each policy would free
WITH
-- One row per policy and repository (place 2), blobs of several repositories (1), and all (0).
frees_line AS (
  SELECT policy, keep_newest, older_than_seconds, CASE WHEN repository IS NULL THEN 1 ELSE 2 END AS place,
    coalesce(repository, '(several)') AS repository, tags, removed_tags, manifests, removed_manifests, removed_images,
    layers, removed_layers, blobs, freed_blobs, stored_bytes, freed_bytes, unique_file_bytes, freed_file_bytes
  FROM retention_result
  UNION ALL
  SELECT policy, keep_newest, older_than_seconds, 0, '(all)', sum(tags), sum(removed_tags), sum(manifests),
    sum(removed_manifests), sum(removed_images), sum(layers), sum(removed_layers), sum(blobs), sum(freed_blobs),
    sum(stored_bytes), sum(freed_bytes), sum(unique_file_bytes), sum(freed_file_bytes)
  FROM retention_result
  GROUP BY policy, keep_newest, older_than_seconds
)
SELECT
  policy,
  repository,
  tags,
  removed_tags,
  manifests,
  removed_manifests,
  removed_images,
  layers,
  removed_layers,
  blobs,
  freed_blobs,
  stored_bytes,
  -- freed_bytes: blobs as stored (layers, configs, manifests) that nothing that stays needs. A registry frees these
  --   today. With prices.storage-gb-month also freed_month_cost.
  freed_bytes,
  -- freed_ratio: against stored_bytes of the row: of a repository thus what it alone contains.
  freed_bytes / nullif(stored_bytes, 0) AS freed_ratio,
  unique_file_bytes,
  -- freed_file_bytes: distinct files of the freed layers, uncompressed, that no remaining layer contains. A registry
  --   that keeps each file once would free these.
  freed_file_bytes,
  -- freed_file_ratio: against unique_file_bytes of the row.
  freed_file_bytes / nullif(unique_file_bytes, 0) AS freed_file_ratio
  /* prices: storage of freed_bytes as freed_month_cost */
FROM frees_line
ORDER BY place, keep_newest NULLS FIRST, older_than_seconds NULLS FIRST, policy, freed_bytes DESC, repository
