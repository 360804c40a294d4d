-- What is new, what moved or changed, and what is gone since the last ingest?
-- One row a tag or snapshot that is not as it was when the last ingest but one began; with --since RUN, when that run
-- began. A tag that leads to another manifest has moved; one that moved and came back has not changed. Manifests
-- without a tag count where no index lists them, once they come or go themselves: one that loses its tag and stays is
-- neither. Snapshots are compared with the last but one ingest of disks. New and gone count by where they are: the same
-- tag in two places is there until both are gone.
--
-- subject: overview
-- first: change thing name
-- since
WITH
ingest AS (
  SELECT verb, started_at, row_number() OVER (PARTITION BY verb ORDER BY started_at DESC) AS place
  FROM run
  WHERE verb IN ('ingest registry', 'ingest snapshots') AND finished_at IS NOT NULL
),
since AS (
  SELECT
    coalesce(
      CAST(/* since */ NULL AS TIMESTAMP),
      max(CASE WHEN verb = 'ingest registry' THEN started_at END),
      TIMESTAMP '1969-01-01 00:00:00'
    ) AS registry_at,
    coalesce(
      CAST(/* since */ NULL AS TIMESTAMP),
      max(CASE WHEN verb = 'ingest snapshots' THEN started_at END),
      TIMESTAMP '1969-01-01 00:00:00'
    ) AS snapshots_at
  FROM ingest
  WHERE place = 2
),
-- A sighting, and whether it was there before and is there now.
compared AS (
  SELECT
    kind, repository, tag, digest, bytes,
    coalesce(first_seen_at <= registry_at, TRUE) AND (gone_at IS NULL OR gone_at > registry_at) AS was_there,
    gone_at IS NULL AS is_there
  FROM sighting
  CROSS JOIN since
  WHERE kind <> 'BLOB'
),
listed AS (
  SELECT DISTINCT digest FROM every_manifest_reference WHERE kind = 'MANIFEST'
),
manifest_name AS (
  SELECT
    compared.repository, compared.tag, compared.digest,
    CASE
      WHEN compared.tag IS NULL THEN concat(compared.repository, '@', compared.digest)
      ELSE concat(compared.repository, ':', compared.tag)
    END AS name,
    max(CASE WHEN was_there THEN 1 ELSE 0 END) AS was_there,
    max(CASE WHEN is_there THEN 1 ELSE 0 END) AS is_there
  FROM compared
  LEFT JOIN listed ON listed.digest = compared.digest
  WHERE kind = 'MANIFEST' AND (compared.tag IS NOT NULL OR listed.digest IS NULL)
  GROUP BY compared.repository, compared.tag, compared.digest
),
-- Whether a repository had a manifest, and has it, by whatever tag or none.
in_repository AS (
  SELECT repository, digest, max(was_there) AS was_there, max(is_there) AS is_there
  FROM compared
  WHERE kind = 'MANIFEST'
  GROUP BY repository, digest
),
-- Bytes of the images that a tag leads to, whatever its platforms.
image_bytes AS (
  SELECT
    repository, tag,
    sum(CASE WHEN was_there THEN bytes END) AS before_bytes,
    sum(CASE WHEN is_there THEN bytes END) AS bytes
  FROM (
    SELECT repository, tag, digest, max(bytes) AS bytes, max(was_there) AS was_there, max(is_there) AS is_there
    FROM compared
    WHERE kind = 'IMAGE' AND tag IS NOT NULL
    GROUP BY repository, tag, digest
  ) AS image
  GROUP BY repository, tag
),
untagged_bytes AS (
  SELECT repository, digest, max(bytes) AS bytes
  FROM compared
  WHERE kind = 'IMAGE'
  GROUP BY repository, digest
),
name AS (
  SELECT
    name, repository, tag,
    max(CASE WHEN was_there = 1 THEN digest END) AS before_digest,
    max(CASE WHEN is_there = 1 THEN digest END) AS digest,
    count(DISTINCT CASE WHEN was_there = 1 THEN digest END) AS befores,
    count(DISTINCT CASE WHEN is_there = 1 THEN digest END) AS nows,
    count(DISTINCT CASE WHEN was_there = 1 AND is_there = 1 THEN digest END) AS boths
  FROM manifest_name
  GROUP BY name, repository, tag
),
image_change AS (
  SELECT
    CASE WHEN befores = 0 THEN 'new' WHEN nows = 0 THEN 'gone' ELSE 'moved' END AS change,
    CASE WHEN name.tag IS NULL THEN 'manifest' ELSE 'tag' END AS thing,
    name.name,
    name.digest,
    name.before_digest,
    CASE
      WHEN name.tag IS NOT NULL THEN image_bytes.bytes
      WHEN nows > 0 THEN untagged_bytes.bytes
    END AS bytes,
    CASE
      WHEN name.tag IS NOT NULL THEN image_bytes.before_bytes
      WHEN befores > 0 THEN untagged_bytes.bytes
    END AS before_bytes
  FROM name
  LEFT JOIN image_bytes ON image_bytes.repository = name.repository AND image_bytes.tag = name.tag
  LEFT JOIN untagged_bytes
    ON untagged_bytes.repository = name.repository AND untagged_bytes.digest = coalesce(name.digest, name.before_digest)
  LEFT JOIN in_repository
    ON in_repository.repository = name.repository
    AND in_repository.digest = coalesce(name.digest, name.before_digest)
  WHERE befores + nows > 0
    AND NOT (befores = nows AND boths = nows)
    AND (name.tag IS NOT NULL OR NOT (in_repository.was_there AND in_repository.is_there))
),
version AS (
  SELECT vm, snapshot, coalesce(version_of, snapshot) AS name, position, allocated_bytes FROM every_snapshot
),
-- Versions of a disk that were there before, and that are there now.
snapshot_there AS (
  SELECT
    version.vm, version.name, version.snapshot, version.position, version.allocated_bytes,
    max(CASE WHEN first_seen_at <= snapshots_at AND (gone_at IS NULL OR gone_at > snapshots_at) THEN 1 ELSE 0 END) AS was_there,
    max(CASE WHEN gone_at IS NULL THEN 1 ELSE 0 END) AS is_there
  FROM snapshot_sighting
  JOIN version ON version.vm = snapshot_sighting.vm AND version.snapshot = snapshot_sighting.snapshot
  CROSS JOIN since
  GROUP BY version.vm, version.name, version.snapshot, version.position, version.allocated_bytes
),
newest AS (
  SELECT
    vm, name,
    max(CASE WHEN was_there = 1 THEN position END) AS before_position,
    max(CASE WHEN is_there = 1 THEN position END) AS position
  FROM snapshot_there
  GROUP BY vm, name
),
snapshot_change AS (
  SELECT
    CASE
      WHEN before_position IS NULL THEN 'new'
      WHEN newest.position IS NULL THEN 'gone'
      ELSE 'changed'
    END AS change,
    'snapshot' AS thing,
    concat(newest.vm, '/', newest.name) AS name,
    CAST(NULL AS STRING) AS digest,
    CAST(NULL AS STRING) AS before_digest,
    after.allocated_bytes AS bytes,
    before.allocated_bytes AS before_bytes
  FROM newest
  LEFT JOIN snapshot_there AS after
    ON after.vm = newest.vm AND after.name = newest.name AND after.position = newest.position
  LEFT JOIN snapshot_there AS before
    ON before.vm = newest.vm AND before.name = newest.name AND before.position = newest.before_position
  WHERE coalesce(newest.position, -1) <> coalesce(before_position, -1)
)
SELECT
  -- change: new, moved, changed (a disk that was read again), gone.
  change,
  -- thing: tag, manifest (without a tag), snapshot.
  thing,
  -- name: REPOSITORY:TAG, REPOSITORY@DIGEST, VM/SNAPSHOT.
  name,
  -- bytes: of an image its layers as listed, of all platforms of a tag; of a snapshot its allocated bytes. What is
  --   shared with others counts too, so the rows do not add up to stored bytes.
  bytes,
  before_bytes,
  digest,
  before_digest
FROM (
  SELECT change, thing, name, bytes, before_bytes, digest, before_digest FROM image_change
  UNION ALL
  SELECT change, thing, name, bytes, before_bytes, digest, before_digest FROM snapshot_change
) AS changed
ORDER BY thing, change, name
