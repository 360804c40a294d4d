-- What should be done, by whom, and how much does it save?
-- A row is one measure, counted as if it was the only one. First those that this input can do, the most bytes first, then
-- those that need another product, then those whose bytes are not known yet. docs/advice.md says of each how to do it and
-- how to verify it. Copies of layers that a node unpacked and a registry stores are no savings, as both are needed.
--
-- subject: overview
-- first: opportunity bytes bytes_ratio possible action takes command overlaps_with
-- chart: bars x=opportunity y=bytes; What would save most
WITH
-- One row: all layers, and the verb that makes known what their files take in blobs.
layer_total AS (
  SELECT
    count(*) AS layers,
    sum(compressed_bytes) AS stored_bytes,
    CASE WHEN count(rest_bytes) = count(*) THEN 'varve derive' ELSE 'varve ingest registry INPUT' END AS unknown,
    -- Stores that unpack layers have no blobs: the digest is that of the archive.
    CASE WHEN count(CASE WHEN layer_digest <> diff_id THEN 1 END) = 0 THEN 1 ELSE 0 END AS unpacked
  FROM layer
),
-- Layers that do not wait for a collection of garbage. Every saving but that of the collection is counted over them.
live_layer AS (
  SELECT layer.*
  FROM layer
  LEFT JOIN waiting_layer ON waiting_layer.layer_digest = layer.layer_digest
  WHERE waiting_layer.layer_digest IS NULL
),
waiting_total AS (
  SELECT coalesce(sum(compressed_bytes), 0) AS bytes FROM waiting_layer
),
-- One row per layer that is the archive of a blob, as a node has it beside a registry: nothing that can be saved.
unpacked_copy AS (
  SELECT layer_twin.layer_digest
  FROM layer_twin
  JOIN layer ON layer.layer_digest = layer_twin.layer_digest
  JOIN layer AS kept ON kept.layer_digest = layer_twin.twin_digest
  WHERE layer_twin.cause = 'compression' AND (layer.layer_digest = layer.diff_id OR kept.layer_digest = kept.diff_id)
),
-- One row: all snapshots, and what their files take, each file once; null if that of one is not known.
disk_total AS (
  SELECT
    coalesce(sum(snapshots), 0) AS snapshots,
    CASE WHEN count(file_bytes) = count(*) THEN sum(file_bytes) END AS bytes
  FROM (SELECT source, count(*) AS snapshots, max(file_bytes) AS file_bytes FROM snapshot GROUP BY source) AS disk_file
),
-- Blobs that a simulated policy of retention frees and that are still named: what was deleted since then is no saving.
freed_blob AS (
  SELECT retention_blob.policy, retention_blob.digest, retention_blob.bytes
  FROM retention_blob
  JOIN named_digest ON named_digest.digest = retention_blob.digest
),
-- One row: is_known is 1 unless an ingest after the last simulation found new or moved tags.
retention_state AS (
  SELECT CASE WHEN count(*) = 0 THEN 1 ELSE 0 END AS is_known
  FROM run
  JOIN (SELECT max(started_at) AS simulated_at FROM run WHERE verb = 'simulate retention') AS simulation
    ON run.started_at > simulation.simulated_at
  WHERE run.verb = 'ingest registry' AND run.counts['tags_changed'] > 0
),
-- The policy that frees most; none where that is not known any more.
best_policy AS (
  SELECT simulated.policy, coalesce(sum(freed_blob.bytes), 0) AS bytes
  FROM (
    SELECT DISTINCT policy FROM retention_result CROSS JOIN retention_state WHERE is_known = 1
  ) AS simulated
  LEFT JOIN freed_blob ON freed_blob.policy = simulated.policy
  GROUP BY simulated.policy
  ORDER BY bytes DESC, policy
  LIMIT 1
),
-- layers is 0 before derive.
twin_count AS (
  SELECT count(*) AS layers FROM layer_twin
),
-- Layers at depth 0 of an image.
base_layer AS (
  SELECT DISTINCT layer_digest FROM image_layer WHERE depth = 0
),
-- Base layers that are near to another base layer.
near_base AS (
  SELECT layer_twin.layer_digest
  FROM layer_twin
  JOIN base_layer ON base_layer.layer_digest = layer_twin.layer_digest
  JOIN base_layer AS twin ON twin.layer_digest = layer_twin.twin_digest
  WHERE layer_twin.cause = 'near'
),
-- Layers that are like one that is kept, but for order, times, owners or directories. Another compression alone is not a
-- matter of the build.
rebuilt_layer AS (
  SELECT layer_twin.layer_digest, layer_twin.twin_digest, live_layer.compressed_bytes
  FROM layer_twin
  JOIN live_layer ON live_layer.layer_digest = layer_twin.layer_digest
  WHERE layer_twin.cause IN ('order', 'times', 'owners', 'entries')
),
-- One row per layer of an image and kept layer that it is like, or is.
alike_layer AS (
  SELECT image_layer.image_digest, image_layer.layer_digest, image_layer.depth, alike.kept_digest
  FROM image_layer
  JOIN (
    SELECT layer_digest, twin_digest AS kept_digest
    FROM layer_twin
    WHERE cause IN ('compression', 'order', 'times', 'owners', 'entries')
    UNION ALL
    SELECT DISTINCT twin_digest, twin_digest FROM rebuilt_layer
  ) AS alike ON alike.layer_digest = image_layer.layer_digest
),
-- Those whose files are in their own image already: in a layer below, or in the one that is kept. A step such as chown -R
-- made the copy, not another build.
rewritten_layer AS (
  SELECT DISTINCT rebuilt_layer.layer_digest
  FROM rebuilt_layer
  JOIN alike_layer
    ON alike_layer.layer_digest = rebuilt_layer.layer_digest AND alike_layer.kept_digest = rebuilt_layer.twin_digest
  JOIN alike_layer AS other
    ON other.image_digest = alike_layer.image_digest AND other.kept_digest = alike_layer.kept_digest
  WHERE other.layer_digest <> alike_layer.layer_digest
    AND (other.depth < alike_layer.depth OR other.layer_digest = alike_layer.kept_digest)
),
-- One row: their bytes, and those of the others.
rebuilt_total AS (
  SELECT
    coalesce(sum(CASE WHEN rewritten_layer.layer_digest IS NULL THEN rebuilt_layer.compressed_bytes END), 0) AS bytes,
    coalesce(sum(CASE WHEN rewritten_layer.layer_digest IS NOT NULL THEN rebuilt_layer.compressed_bytes END), 0)
      AS rewritten_bytes
  FROM rebuilt_layer
  LEFT JOIN rewritten_layer ON rewritten_layer.layer_digest = rebuilt_layer.layer_digest
),
-- One row: stored bytes of duplicates in near base layers, and of all duplicates; null if some are not known.
repeated_total AS (
  SELECT
    CASE WHEN count(CASE WHEN in_base AND stored_bytes IS NULL THEN 1 END) = 0
      THEN coalesce(sum(CASE WHEN in_base THEN stored_bytes END), 0) END AS base_bytes,
    CASE WHEN count(stored_bytes) = count(*) THEN coalesce(sum(stored_bytes), 0) END AS file_bytes
  FROM (
    SELECT
      layer_duplicate.stored_bytes,
      layer_duplicate.cause = 'near' AND near_base.layer_digest IS NOT NULL AS in_base
    FROM layer_duplicate
    JOIN live_layer ON live_layer.layer_digest = layer_duplicate.layer_digest
    LEFT JOIN near_base ON near_base.layer_digest = layer_duplicate.layer_digest
    LEFT JOIN unpacked_copy
      ON unpacked_copy.layer_digest = layer_duplicate.layer_digest AND layer_duplicate.cause = 'compression'
    WHERE unpacked_copy.layer_digest IS NULL
  ) AS duplicate
),
-- One row per layer of images that simulate startup squashed and that are there: the bytes that the image which hides
-- least of it hides.
squashed_layer AS (
  SELECT
    image_squash.layer_digest,
    count(DISTINCT image_squash.image_digest) AS images,
    count(*) AS listings,
    count(image_squash.hidden_stored_bytes) AS known_listings,
    min(image_squash.hidden_stored_bytes) AS bytes
  FROM image_squash
  JOIN image ON image.image_digest = image_squash.image_digest
  GROUP BY image_squash.layer_digest
),
-- One row per layer.
listed_layer AS (
  SELECT layer_digest, count(DISTINCT image_digest) AS images FROM image_layer GROUP BY layer_digest
),
-- One row: layers of which every image was squashed.
hidden_total AS (
  SELECT
    count(*) AS layers,
    CASE WHEN coalesce(sum(squashed_layer.listings - squashed_layer.known_listings), 0) = 0
      THEN coalesce(sum(squashed_layer.bytes), 0) END AS bytes
  FROM squashed_layer
  JOIN listed_layer
    ON listed_layer.layer_digest = squashed_layer.layer_digest
    AND listed_layer.images = squashed_layer.images
),
-- listings is 0 before simulate startup.
squash_count AS (
  SELECT count(*) AS listings FROM image_squash
),
-- The measured codec that saves most.
best_codec AS (
  SELECT
    layer_pull.codec,
    sum(CASE WHEN layer_pull.pull_bytes < live_layer.compressed_bytes
      THEN live_layer.compressed_bytes - layer_pull.pull_bytes ELSE 0 END) AS bytes
  FROM layer_pull
  JOIN live_layer ON live_layer.layer_digest = layer_pull.layer_digest
  GROUP BY layer_pull.codec
  ORDER BY bytes DESC, layer_pull.codec
  LIMIT 1
),
-- One row: bytes that updates fetch although the client has them, of all that they fetch.
update_total AS (
  SELECT
    count(*) AS updates,
    sum(avoidable_bytes) AS bytes,
    sum(CASE WHEN avoidable_bytes IS NOT NULL THEN new_layer_bytes END) AS of_bytes
  FROM image_update
),
-- One row: lines of three images, whose layers can be planned.
planned_total AS (
  SELECT count(*) AS lines
  FROM (SELECT repository, platform FROM image_update GROUP BY repository, platform HAVING count(*) >= 2) AS line_update
),
-- One row: what the judged updates of these lines fetch less by the best plan of each; null before simulate layers.
recut_total AS (
  SELECT sum(built_bytes - least(built_bytes, pulled_bytes)) AS bytes, sum(built_bytes) AS of_bytes
  FROM (
    SELECT
      max(CASE WHEN policy = 'as-built' THEN pulled_bytes END) AS built_bytes,
      min(CASE WHEN policy NOT IN ('as-built', 'files-alone') THEN pulled_bytes END) AS pulled_bytes
    FROM layer_plan_result
    GROUP BY repository, platform
  ) AS plan_pull
),
-- One row: distinct chunks of disks; null before derive.
chunk_total AS (
  SELECT sum(CASE WHEN zero THEN 0 ELSE bytes END) AS bytes FROM chunk_sharing
),
-- The simulated rules of a backup tool under which least is stored.
best_rules AS (
  SELECT policy, stored_bytes
  FROM retention_backup
  WHERE scheme = 'perfect' AND tool IS NOT NULL AND more IS NULL
  ORDER BY stored_bytes, policy
  LIMIT 1
),
-- One row: what a backup of all snapshots stores.
backup_total AS (
  SELECT max(stored_bytes) AS bytes FROM retention_backup WHERE scheme = 'perfect' AND tool IS NULL
),
-- One row: package lists, caches and build leftovers; bytes is null if some are not known, places 0 before derive.
removable_total AS (
  SELECT
    (SELECT count(*) FROM removable_path) AS places,
    count(*) AS files,
    CASE WHEN count(layer_removable.stored_bytes) = count(*) THEN coalesce(sum(layer_removable.stored_bytes), 0) END
      AS bytes
  FROM layer_removable
  JOIN live_layer ON live_layer.layer_digest = layer_removable.layer_digest
),
-- One row: what the newest ingest of each input found of uploads and unpacked layers that nothing needs.
leftover AS (
  SELECT
    coalesce(sum(counts['leftover_upload_bytes']), 0) AS upload_bytes,
    coalesce(sum(counts['leftover_layer_bytes']), 0) AS unpacked_bytes
  FROM newest_ingest
),
-- One row: unnamed blobs that are no layers which were read. listed is 0 if no store lists any blob.
unnamed_total AS (
  SELECT
    (SELECT count(*) FROM sighting WHERE kind = 'BLOB' AND gone_at IS NULL) AS listed,
    coalesce(sum(unnamed_blob.bytes), 0) AS bytes
  FROM unnamed_blob
  LEFT JOIN layer ON layer.layer_digest = unnamed_blob.digest
  WHERE layer.layer_digest IS NULL
),
-- Layers that only unused images list.
unused_layer AS (
  SELECT live_layer.layer_digest, live_layer.compressed_bytes
  FROM (
    SELECT image_layer.layer_digest
    FROM image_layer
    JOIN image_use ON image_use.image_digest = image_layer.image_digest
    GROUP BY image_layer.layer_digest
    HAVING min(image_use.is_unused) = 1
  ) AS unused
  JOIN live_layer ON live_layer.layer_digest = unused.layer_digest
),
-- One row: the bytes of these, how many pulls are known, and from how many days on an image is old.
unused_total AS (
  SELECT
    (SELECT coalesce(sum(compressed_bytes), 0) FROM unused_layer) AS bytes,
    max(pulls) AS pulls,
    max(unused_days) AS unused_days
  FROM image_use
),
-- One row: layers that the best policy frees or only unused images list, by which of the two.
old_total AS (
  SELECT
    count(CASE WHEN is_freed = 1 THEN 1 END) AS freed_layers,
    count(CASE WHEN is_unused = 1 THEN 1 END) AS unused_layers,
    count(CASE WHEN is_freed = 1 AND is_unused = 1 THEN 1 END) AS common_layers
  FROM (
    SELECT layer_digest, max(is_freed) AS is_freed, max(is_unused) AS is_unused
    FROM (
      SELECT live_layer.layer_digest, 1 AS is_freed, 0 AS is_unused
      FROM freed_blob
      JOIN best_policy ON best_policy.policy = freed_blob.policy
      JOIN live_layer ON live_layer.layer_digest = freed_blob.digest
      UNION ALL
      SELECT layer_digest, 0, 1 FROM unused_layer
    ) AS old
    GROUP BY layer_digest
  ) AS old_layer
),
-- One row, or none where there is no layer: what was measured of the registry. A column is null until its verb has run.
registry AS (
  SELECT
    layer_total.*,
    best_policy.policy,
    best_policy.bytes AS old_image_bytes,
    CASE WHEN twin_count.layers > 0 THEN rebuilt_total.bytes END AS rebuilt_bytes,
    CASE WHEN twin_count.layers > 0 THEN rebuilt_total.rewritten_bytes END AS rewritten_bytes,
    CASE WHEN twin_count.layers > 0 THEN repeated_total.base_bytes END AS base_bytes,
    CASE WHEN twin_count.layers > 0 THEN repeated_total.file_bytes END AS repeated_bytes,
    CASE WHEN squash_count.listings > 0 THEN hidden_total.bytes END AS hidden_bytes,
    best_codec.codec,
    best_codec.bytes AS codec_bytes,
    -- Where no repository has two images that follow each other, there are no updates.
    CASE WHEN twin_count.layers > 0 AND update_total.updates = 0 THEN 0 ELSE update_total.bytes END AS avoidable_bytes,
    update_total.of_bytes AS fetched_bytes,
    planned_total.lines AS planned_lines,
    recut_total.bytes AS recut_bytes,
    recut_total.of_bytes AS recut_of_bytes,
    CASE WHEN removable_total.places > 0 AND (twin_count.layers > 0 OR removable_total.files > 0)
      THEN removable_total.bytes END AS removable_bytes,
    waiting_total.bytes AS waiting_bytes,
    CASE WHEN unnamed_total.listed > 0 THEN unnamed_total.bytes END AS unnamed_bytes,
    leftover.upload_bytes,
    leftover.unpacked_bytes,
    unused_total.bytes AS unused_bytes,
    unused_total.pulls,
    unused_total.unused_days,
    CASE WHEN old_total.common_layers = 0 THEN 0
      WHEN old_total.common_layers = old_total.unused_layers THEN 1 ELSE 0 END AS is_unused_in_old,
    CASE WHEN old_total.common_layers = 0 OR old_total.common_layers = old_total.unused_layers THEN 0
      WHEN old_total.common_layers = old_total.freed_layers THEN 1 ELSE 0 END AS is_old_in_unused
  FROM layer_total
  CROSS JOIN twin_count
  CROSS JOIN rebuilt_total
  CROSS JOIN repeated_total
  CROSS JOIN squash_count
  CROSS JOIN hidden_total
  CROSS JOIN update_total
  CROSS JOIN planned_total
  CROSS JOIN recut_total
  CROSS JOIN removable_total
  CROSS JOIN leftover
  CROSS JOIN unnamed_total
  CROSS JOIN unused_total
  CROSS JOIN old_total
  CROSS JOIN waiting_total
  LEFT JOIN best_policy ON true
  LEFT JOIN best_codec ON true
  WHERE layer_total.layers > 0
),
-- One row per opportunity of a registry, with the texts that do not depend on it.
subject AS (
  SELECT *
  FROM (VALUES
    (1, 'old images', 'as stored', 'all others as stored',
      NULL,
      'registry: a rule of retention, then a collection of garbage', 'yes'),
    (2, 'unused images', 'as stored', 'all others as stored',
      NULL,
      'registry: delete tags, then a collection of garbage', 'yes'),
    (3, 'waiting layers', 'as stored, in no image any more', NULL,
      'Collect garbage: layers whose images are deleted.',
      'registry: a collection of garbage, no build changes', 'yes'),
    (4, 'unnamed blobs', 'besides what is stored', NULL,
      'Collect garbage: blobs that no manifest names.',
      'registry: a collection of garbage, no build changes', 'yes'),
    (5, 'unfinished uploads', 'besides what is stored', NULL,
      'Purge uploads that were not finished.',
      'registry: its purging of uploads, as garbage-collect leaves them', 'yes'),
    (6, 'leftover layers', 'besides what is stored', NULL,
      'Remove unpacked layers of no image and no container.',
      'node: podman system check --repair', 'yes'),
    (7, 'removable files', 'as stored', 'all others as stored',
      'Delete package lists and caches in the step that makes them.',
      'builds: a line of the Dockerfile', 'yes'),
    (8, 'rebuilt layers', 'as stored', 'old images, unused images, removable files, hidden files, better compression, repeated files',
      'Make builds reproducible, to share layers.',
      'builds: SOURCE_DATE_EPOCH and fixed versions', 'yes'),
    (9, 'owner changes', 'as stored', 'old images, unused images, removable files, hidden files, better compression, repeated files',
      'Set owners and modes by COPY --chown --chmod, not in a later step.',
      'builds: a line of the Dockerfile', 'yes'),
    (10, 'common base', 'as stored', 'old images, unused images, removable files, hidden files, better compression, repeated files',
      'Build similar images over one base.',
      'builds: the same FROM, by digest', 'yes'),
    (11, 'hidden files', 'as stored, at most', 'all others as stored',
      'Delete files in the step that makes them.',
      'builds: one RUN, or a stage whose result is copied', 'yes'),
    (12, 'better compression', 'as stored', 'all others as stored',
      NULL,
      'builds: an option of the push', 'yes'),
    (13, 'repeated files', 'as stored', 'all others as stored',
      'Store no copies of files that layers repeat.',
      'storage that deduplicates files', 'with another product: a plain registry cannot'),
    (14, 'updates', 'as fetched', 'recut layers',
      'Let updates bring only changes.',
      'clients that fetch files, and images in their format', 'with other clients: a plain pull cannot'),
    (15, 'recut layers', 'as fetched', 'updates',
      'Cut images into layers by what changes together.',
      'builds: chunkah or rpm-ostree as their last step', 'yes')
  ) AS texts (place, opportunity, measure, overlaps_with, action, takes, possible)
),
-- One row per opportunity.
line AS (
  SELECT
    subject.place,
    subject.opportunity,
    CASE subject.place
      WHEN 1 THEN old_image_bytes
      WHEN 2 THEN unused_bytes
      WHEN 3 THEN waiting_bytes
      WHEN 4 THEN unnamed_bytes
      WHEN 5 THEN upload_bytes
      WHEN 6 THEN unpacked_bytes
      WHEN 7 THEN removable_bytes
      WHEN 8 THEN rebuilt_bytes
      WHEN 9 THEN rewritten_bytes
      WHEN 10 THEN base_bytes
      WHEN 11 THEN hidden_bytes
      WHEN 12 THEN codec_bytes
      WHEN 13 THEN repeated_bytes
      WHEN 14 THEN avoidable_bytes
      ELSE recut_bytes
    END AS bytes,
    CASE subject.place WHEN 14 THEN fetched_bytes WHEN 15 THEN recut_of_bytes ELSE stored_bytes END AS of_bytes,
    subject.measure,
    CASE
      WHEN subject.place = 1 AND is_unused_in_old = 1 THEN subject.overlaps_with || '; contains all unused images'
      WHEN subject.place = 2 AND is_old_in_unused = 1
        THEN subject.overlaps_with || '; contains all that policy ' || policy || ' removes'
      ELSE subject.overlaps_with
    END AS overlaps_with,
    CASE subject.place
      WHEN 1 THEN coalesce('Remove images as policy ' || policy || ' does.', 'Remove old images.')
      WHEN 2 THEN CASE
        WHEN pulls IS NOT NULL THEN 'Remove images that nobody pulled.'
        ELSE coalesce(
          'Remove images of over ' || CAST(unused_days AS STRING) || ' days that newer ones replaced.',
          'Remove old images.'
        )
      END
      WHEN 12 THEN coalesce('Compress layers by ' || codec || '.', 'Compress layers better.')
      ELSE subject.action
    END AS action,
    subject.takes,
    CASE WHEN subject.place = 12 AND unpacked = 1 THEN 'no: layers are stored unpacked here' ELSE subject.possible END
      AS possible,
    CASE subject.place
      WHEN 1 THEN CASE WHEN old_image_bytes IS NULL THEN 'varve simulate retention --untagged'
        ELSE 'varve report retention-frees' END
      WHEN 2 THEN 'varve report unused-images'
      WHEN 3 THEN 'varve report freed'
      WHEN 7 THEN CASE WHEN removable_bytes IS NULL THEN unknown ELSE 'varve report removable-files' END
      WHEN 8 THEN CASE WHEN rebuilt_bytes IS NULL THEN 'varve derive' ELSE 'varve report duplicate-cause' END
      WHEN 9 THEN CASE WHEN rewritten_bytes IS NULL THEN 'varve derive' ELSE 'varve report build-lines' END
      WHEN 10 THEN CASE WHEN base_bytes IS NULL THEN unknown ELSE 'varve report common-base' END
      WHEN 11 THEN CASE
        WHEN hidden_bytes IS NOT NULL THEN 'varve report build-lines'
        WHEN unknown = 'varve derive' THEN 'varve simulate startup'
        ELSE unknown
      END
      WHEN 12 THEN CASE WHEN codec_bytes IS NULL THEN 'varve ingest registry INPUT --measure-pull --pull-codec zstd-19'
        ELSE 'varve report pull-codecs' END
      WHEN 13 THEN CASE WHEN repeated_bytes IS NULL THEN unknown ELSE 'varve report duplicate-cause' END
      WHEN 14 THEN CASE WHEN avoidable_bytes IS NULL THEN unknown ELSE 'varve report update-cost' END
      WHEN 15 THEN CASE WHEN recut_bytes IS NULL THEN 'varve simulate layers' ELSE 'varve report layer-plan' END
      ELSE 'varve report coverage'
    END AS command
  FROM subject
  CROSS JOIN registry
  WHERE CASE subject.place
    WHEN 1 THEN is_old_in_unused = 0
    WHEN 2 THEN is_unused_in_old = 0
    WHEN 3 THEN waiting_bytes > 0
    WHEN 4 THEN unnamed_bytes IS NOT NULL
    WHEN 5 THEN upload_bytes > 0
    WHEN 6 THEN unpacked_bytes > 0
    WHEN 9 THEN rewritten_bytes IS NULL OR rewritten_bytes > 0
    WHEN 15 THEN planned_lines > 0 OR recut_bytes IS NOT NULL
    ELSE true
  END
  UNION ALL
  SELECT
    16, 'repeated chunks',
    CASE WHEN disk_total.bytes > chunk_total.bytes THEN disk_total.bytes - chunk_total.bytes
      WHEN disk_total.bytes IS NOT NULL AND chunk_total.bytes IS NOT NULL THEN 0 END,
    disk_total.bytes, 'uncompressed', 'old snapshots', 'Store each chunk of the disks once.',
    'a backup server or file system that deduplicates', 'with another product: plain files cannot',
    CASE WHEN chunk_total.bytes IS NULL THEN 'varve derive' ELSE 'varve report chunk-dedup-summary' END
  FROM disk_total
  CROSS JOIN chunk_total
  WHERE disk_total.snapshots > 0
  UNION ALL
  SELECT
    17, 'old snapshots', backup_total.bytes - best_rules.stored_bytes, disk_total.bytes, 'uncompressed',
    'repeated chunks', coalesce('Keep snapshots as ' || best_rules.policy || ' does.', 'Remove old snapshots.'),
    'backups: a rule of retention, then a collection of garbage', 'yes',
    CASE WHEN best_rules.stored_bytes IS NULL THEN 'varve simulate retention --keep-daily 7'
      ELSE 'varve report retention-snapshots' END
  FROM disk_total
  CROSS JOIN backup_total
  LEFT JOIN best_rules ON true
  WHERE disk_total.snapshots > 0
)
SELECT
  -- opportunity: old images: the simulated policy that frees most, of what is still there. unused images: layers that
  --   only images list which nobody pulled in the trace of the last simulate pulls; without a trace, old ones that are
  --   not the newest of a repository (view image_use). Where all layers of one of these two are in the other, that one
  --   has no row. waiting layers: those that no manifest names any more (view waiting_layer); all other rows leave them
  --   out. unnamed blobs: all others that stores list and no manifest names. unfinished uploads, leftover layers: as
  --   the newest ingest of each input found them; of registries that are read by their API nothing is known.
  --   removable files: package lists, caches and build leftovers in known places, in whatever number of layers. rebuilt
  --   layers: blobs that are a kept one but for order, times, owners or directories (T2 to T5 of duplicate-cause). owner
  --   changes: those of them whose image has the same files in another layer, as chown -R and chmod -R make them. common
  --   base: base layers, and the files that they have in common with the base that they are near to. repeated files: all
  --   duplicates of duplicate-cause, those of rebuilt layers and common base among them; stored once by itself a file may
  --   compress worse. hidden files: those that upper layers hide in every image, by the image that hides least, so at
  --   most as many; layers of which an image was not squashed are left out. better compression: the measured codec that
  --   saves most, over the layers that it was measured on and makes smaller. updates: what each update fetches again
  --   though the image before has it, as one client does. recut layers: what the updates that simulate layers judged
  --   fetch less by the best plan of each line; they are the later updates of lines of three images. repeated chunks: of what the files of disks take, without each
  --   distinct chunk. old snapshots: what the simulated rules of a backup tool that save most do
  --   not keep of a backup that stores each chunk once.
  opportunity,
  -- bytes: what it saves of what is stored now, or, of updates, of what is fetched; null where it is not known yet.
  bytes,
  -- bytes_ratio: against all that is stored, or fetched.
  bytes / nullif(of_bytes, 0) AS bytes_ratio,
  -- measure: which bytes they are.
  measure,
  -- action: what to do; takes: who does it, and with what.
  action,
  takes,
  -- possible: whether this input can do it at all.
  possible,
  -- overlaps_with: the rows that count some of the same bytes, and what is a part of this row.
  overlaps_with,
  -- command: makes bytes known where they are not, else shows the places. With prices.storage-gb-month also month_cost;
  --   of updates and recut layers, with prices.egress-gb, egress_cost, as one client fetches each update.
  command
  /* prices: storage of line.storage_bytes as month_cost, egress of line.egress_bytes as egress_cost */
FROM (
  SELECT
    *,
    CASE WHEN measure <> 'as fetched' THEN bytes END AS storage_bytes,
    CASE WHEN measure = 'as fetched' THEN bytes END AS egress_bytes
  FROM line
) AS line
ORDER BY
  CASE WHEN bytes IS NULL THEN 2 WHEN possible = 'yes' THEN 0 ELSE 1 END,
  bytes DESC,
  place
