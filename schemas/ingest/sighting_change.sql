-- One row: what this run changes in table sighting (view sighting_after). changes and tags count rows that it adds or ends,
-- tags without those of blobs, and images that an earlier version left without a repository, as they get one. gone_tags:
-- tags that lead to nothing any more, so not those that moved. gone_manifests: those that had no tag and are in their
-- repository no more. gone_or_back: rows that it ends, and those of what had been gone somewhere: views may show fewer or
-- more rows of what earlier runs ingested.
-- Reads:
--   sighting_after: table sighting as it is after this run (sighting.sql).
WITH
change AS (
  SELECT
    location, kind, repository, tag, digest, bytes,
    coalesce(gone_at = CAST(:started AS TIMESTAMP), FALSE) AS is_gone
  FROM sighting_after
  WHERE gone_at = CAST(:started AS TIMESTAMP) OR first_seen_at = CAST(:started AS TIMESTAMP)
),
gone_tag AS (
  SELECT location, repository, tag
  FROM change
  WHERE kind = 'MANIFEST' AND is_gone AND tag IS NOT NULL
  EXCEPT
  SELECT location, repository, tag
  FROM sighting_after
  WHERE kind = 'MANIFEST' AND gone_at IS NULL
),
gone_manifest AS (
  SELECT location, repository, digest
  FROM change
  WHERE kind = 'MANIFEST' AND is_gone AND tag IS NULL
  EXCEPT
  SELECT location, repository, digest
  FROM sighting_after
  WHERE kind = 'MANIFEST' AND gone_at IS NULL
),
named AS (
  SELECT count(*) AS images FROM image_tag WHERE repository IS NULL
)
SELECT
  (SELECT count(*) FROM change) + named.images AS changes,
  (SELECT count(*) FROM change WHERE kind <> 'BLOB') + named.images AS tags,
  (
    SELECT count(*)
    FROM change
    LEFT JOIN (SELECT DISTINCT digest FROM sighting_after WHERE gone_at < CAST(:started AS TIMESTAMP)) AS earlier
      ON earlier.digest = change.digest
    WHERE change.is_gone OR earlier.digest IS NOT NULL
  ) AS gone_or_back,
  (SELECT count(*) FROM gone_tag) AS gone_tags,
  (SELECT count(*) FROM gone_manifest) AS gone_manifests,
  (SELECT count(*) FROM change WHERE kind = 'BLOB' AND is_gone) AS gone_blobs,
  (SELECT coalesce(sum(bytes), 0) FROM change WHERE kind = 'BLOB' AND is_gone) AS gone_blob_bytes
FROM named
