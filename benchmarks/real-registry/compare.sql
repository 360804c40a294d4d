-- What Varve found (a warehouse) against what GNU tar and sha256sum found (a folder written by count.py).
-- Set before: variables warehouse, counted. Read after: total (every figure, found beside counted) and
-- differing (rows that only one side has).
CREATE TEMP VIEW layer AS SELECT * FROM read_parquet(getvariable('warehouse') || '/layer/**/*.parquet');
CREATE TEMP VIEW layer_recipe AS SELECT * FROM read_parquet(getvariable('warehouse') || '/layer_recipe/**/*.parquet');
CREATE TEMP VIEW image AS SELECT * FROM read_parquet(getvariable('warehouse') || '/image/**/*.parquet');
CREATE TEMP VIEW image_layer AS SELECT * FROM read_parquet(getvariable('warehouse') || '/image_layer/**/*.parquet');
CREATE TEMP VIEW image_tag AS SELECT * FROM read_parquet(getvariable('warehouse') || '/image_tag/**/*.parquet');

-- Both sides in the same shape. A layer's name is its diffID, which is the same in every form of a registry.
CREATE TEMP TABLE found_entry AS
SELECT diff_id, position, path, kind, bytes, lower(hex(fingerprint)) AS sha256, mode, uid, gid,
  strftime(date_trunc('second', CAST(modified_at AS TIMESTAMP)), '%Y-%m-%d %H:%M:%S') AS modified_at, link_target
FROM layer_recipe JOIN layer USING (layer_digest);
CREATE TEMP TABLE counted_entry AS
SELECT diff_id, position, path, kind, bytes, nullif(sha256, '') AS sha256, mode, uid, gid, modified_at,
  nullif(link_target, '') AS link_target
FROM read_csv(getvariable('counted') || '/entries.tsv', delim = '\t', quote = '', escape = '', header = true,
  nullstr = '\N', columns = {diff_id: 'VARCHAR', position: 'INT', path: 'VARCHAR', kind: 'VARCHAR', bytes: 'BIGINT',
    sha256: 'VARCHAR', mode: 'INT', uid: 'BIGINT', gid: 'BIGINT', modified_at: 'VARCHAR', link_target: 'VARCHAR'});

CREATE TEMP TABLE found_layer AS
SELECT layer_digest, diff_id, compression, compressed_bytes, archive_bytes, file_bytes, files, directories, symlinks,
  hard_links, whiteouts, other_entries
FROM layer;
CREATE TEMP TABLE counted_layer AS
SELECT * FROM read_csv(getvariable('counted') || '/layers.tsv', delim = '\t', header = true);

CREATE TEMP TABLE found_image AS
SELECT image_digest, depth, layer.diff_id FROM image_layer LEFT JOIN layer USING (layer_digest);
CREATE TEMP TABLE counted_image AS
SELECT * FROM read_csv(getvariable('counted') || '/images.tsv', delim = '\t', header = true);
-- Repositories stand in it for a storage tree only: the other forms leave them open.
CREATE TEMP TABLE counted_tag AS
SELECT * FROM read_csv(getvariable('counted') || '/tags.tsv', delim = '\t', header = true, nullstr = '\N',
  columns = {repository: 'VARCHAR', tag: 'VARCHAR', image_digest: 'VARCHAR'})
WHERE repository <> '' AND tag <> '';
CREATE TEMP TABLE found_tag AS
SELECT repository, tag, image_digest FROM image_tag WHERE tag IS NOT NULL AND EXISTS (FROM counted_tag);

CREATE TEMP TABLE found_owner AS
SELECT sha256, any_value(bytes) AS bytes, count(*) AS copies, count(DISTINCT layer_digest) AS layers
FROM (SELECT layer_digest, bytes, lower(hex(fingerprint)) AS sha256 FROM layer_recipe WHERE kind = 'FILE')
GROUP BY sha256;
CREATE TEMP TABLE found_use AS
SELECT layer_digest, count(DISTINCT image_digest) AS images, any_value(layer.compressed_bytes) AS bytes
FROM image_layer JOIN layer USING (layer_digest) GROUP BY layer_digest;

CREATE TEMP TABLE found_total AS
SELECT unnest(['images', 'tags', 'layer_references', 'image_layer_pairs']) AS name, unnest([
  (SELECT count(*) FROM image), (SELECT count(*) FROM image_tag WHERE tag IS NOT NULL),
  (SELECT count(*) FROM image_layer), (SELECT sum(images)::BIGINT FROM found_use)]) AS value
UNION ALL
UNPIVOT (
  SELECT count(*) AS layers, count(DISTINCT diff_id) AS diff_ids, sum(compressed_bytes)::BIGINT AS compressed_bytes,
    sum(archive_bytes)::BIGINT AS archive_bytes, sum(file_bytes)::BIGINT AS file_bytes, sum(files)::BIGINT AS files,
    sum(directories)::BIGINT AS directories, sum(symlinks)::BIGINT AS symlinks,
    sum(hard_links)::BIGINT AS hard_links, sum(whiteouts)::BIGINT AS whiteouts,
    sum(other_entries)::BIGINT AS other_entries
  FROM layer) ON COLUMNS(*) INTO NAME name VALUE value
UNION ALL
UNPIVOT (
  SELECT count(*) AS unique_fingerprints, sum(bytes)::BIGINT AS unique_bytes,
    count(*) FILTER (layers > 1) AS shared_fingerprints,
    coalesce(sum(copies) FILTER (bytes = 0), 0)::BIGINT AS empty_files
  FROM found_owner) ON COLUMNS(*) INTO NAME name VALUE value;
CREATE TEMP TABLE counted_total AS
SELECT name, value FROM read_csv(getvariable('counted') || '/totals.csv', header = true,
  columns = {name: 'VARCHAR', value: 'BIGINT'});

CREATE TEMP TABLE found_histogram AS
SELECT 'layers' AS histogram, layers AS degree, count(*) AS things, sum(bytes)::BIGINT AS bytes
FROM found_owner GROUP BY ALL
UNION ALL SELECT 'copies', copies, count(*), sum(bytes)::BIGINT FROM found_owner GROUP BY ALL
UNION ALL SELECT 'images-per-layer', images, count(*), sum(bytes)::BIGINT FROM found_use GROUP BY ALL;
CREATE TEMP TABLE counted_histogram AS
SELECT * FROM read_csv(getvariable('counted') || '/histograms.csv', header = true,
  columns = {histogram: 'VARCHAR', degree: 'BIGINT', things: 'BIGINT', bytes: 'BIGINT'});

CREATE TEMP VIEW total AS
SELECT name, f.value AS found, c.value AS counted
FROM counted_total c FULL JOIN found_total f USING (name);

CREATE TEMP VIEW differing AS
WITH found AS (
  SELECT 'total' AS what, t::VARCHAR AS line FROM found_total t
  UNION ALL SELECT 'histogram', t::VARCHAR FROM found_histogram t
  UNION ALL SELECT 'layer', t::VARCHAR FROM found_layer t
  UNION ALL SELECT 'image', t::VARCHAR FROM found_image t
  UNION ALL SELECT 'entry', t::VARCHAR FROM found_entry t
  UNION ALL SELECT 'tag', t::VARCHAR FROM found_tag t),
counted AS (
  SELECT 'total' AS what, t::VARCHAR AS line FROM counted_total t
  UNION ALL SELECT 'histogram', t::VARCHAR FROM counted_histogram t
  UNION ALL SELECT 'layer', t::VARCHAR FROM counted_layer t
  UNION ALL SELECT 'image', t::VARCHAR FROM counted_image t
  UNION ALL SELECT 'entry', t::VARCHAR FROM counted_entry t
  UNION ALL SELECT 'tag', t::VARCHAR FROM counted_tag t)
SELECT 'found' AS side, * FROM (FROM found EXCEPT ALL FROM counted)
UNION ALL SELECT 'counted', * FROM (FROM counted EXCEPT ALL FROM found);
