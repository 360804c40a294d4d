-- What would a registry store whose layers are kept R times, if some replicas were files, each content once?
-- One row a mode. whole-N: N replicas of every layer stay whole. popular: a layer keeps more whole replicas the more
-- it is requested. erasure-coded: files alone, in 6 data and 2 parity shards unless pulls.storage.data-shards and
-- parity-shards are set. dedup_fold is R times the bytes of all layers over stored_bytes. closed_form_fold is the
-- published formula R / (N + (R - N) / g), where g is the dedup_fold of whole-0. Files are stored uncompressed;
-- framing is stored too, so that archives come back. Rows of source published are printed figures, with g = 2.1.
--
-- subject: pulls
-- first: source mode replicas stored_bytes dedup_fold closed_form_fold
-- chart: bars x=mode y=dedup_fold series=source; What deduplication saves with replicas
WITH
-- Figures of the simulated modes.
counted AS (
  SELECT
    'counted' AS source,
    mode,
    replicas,
    whole_bytes,
    file_bytes,
    framing_bytes,
    stored_bytes,
    ratio AS dedup_fold,
    closed_form AS closed_form_fold
  FROM pull_storage
),
-- Printed figures, if there are simulated ones to compare with.
published AS (
  SELECT
    'published' AS source,
    mode,
    3 AS replicas,
    NULL AS whole_bytes, NULL AS file_bytes, NULL AS framing_bytes, NULL AS stored_bytes,
    ratio AS dedup_fold,
    3 / (whole + (3 - whole) / 2.1E0) AS closed_form_fold
  FROM (
    SELECT 'whole-0' AS mode, 2.1E0 AS ratio, 0 AS whole
    UNION ALL
    SELECT 'whole-1', 1.5E0, 1
    UNION ALL
    SELECT 'whole-2', 1.2E0, 2
    UNION ALL
    SELECT 'whole-3', 1E0, 3
  ) AS printed
  WHERE EXISTS (SELECT 1 FROM pull_storage)
)
SELECT *
FROM (SELECT * FROM counted UNION ALL SELECT * FROM published) AS line
ORDER BY source, mode
