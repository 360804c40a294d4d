"""Sharing degrees by DuckDB alone: two levels of grouping, keys instead of digests, and each set of layers expanded once;
written as Parquet, as derive writes them."""
import duckdb, sys

warehouse, out = sys.argv[1:]
db = duckdb.connect()
db.execute("SET threads=2; SET memory_limit='8GB'; SET preserve_insertion_order=false")
for table in ('layer', 'layer_recipe', 'image_layer', 'image_tag'):
    db.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{warehouse}/{table}/*.parquet')")
db.execute(f"""
CREATE TEMP TABLE layer_key AS SELECT layer_digest, CAST(row_number() OVER (ORDER BY layer_digest) AS INTEGER) AS key FROM layer;
CREATE TEMP TABLE owner AS
  SELECT DISTINCT key, image_digest AS owner, 0 AS repository FROM image_layer JOIN layer_key USING (layer_digest)
  UNION ALL
  SELECT DISTINCT key, repository, 1 FROM image_layer JOIN layer_key USING (layer_digest) JOIN image_tag USING (image_digest);
CREATE TEMP TABLE holding AS
  SELECT fingerprint, key, count(*) AS copies, min(bytes) AS bytes
  FROM layer_recipe JOIN layer_key USING (layer_digest)
  WHERE kind = 'FILE' AND fingerprint IS NOT NULL
  GROUP BY fingerprint, key;
CREATE TEMP TABLE content AS
  SELECT fingerprint, min(bytes) AS bytes, sum(copies) AS copies, count(*) AS layers,
    bit_xor(hash(key, 1)) AS one, bit_xor(hash(key, 2)) AS two
  FROM holding GROUP BY fingerprint;
CREATE TEMP TABLE chosen AS SELECT min(fingerprint) AS fingerprint, layers, one, two FROM content GROUP BY layers, one, two;
CREATE TEMP TABLE set_use AS
  SELECT layers, one, two,
    count(DISTINCT owner) FILTER (repository = 0) AS images, count(DISTINCT owner) FILTER (repository = 1) AS repositories
  FROM chosen JOIN holding USING (fingerprint) JOIN owner USING (key)
  GROUP BY layers, one, two;
COPY (
  SELECT fingerprint, bytes, CAST(copies AS BIGINT) AS copies, layers, coalesce(images, 0) AS images, coalesce(repositories, 0) AS repositories
  FROM content LEFT JOIN set_use USING (layers, one, two)
) TO '{out}' (FORMAT parquet, COMPRESSION zstd)
""")
