#!/usr/bin/env python3
"""Compares near layers of table layer_twin with all pairs of layers, counted by DuckDB one by one.

usage: compare_pairs.py WAREHOUSE [SIMILARITY]

For a few thousand layers: the pairs are all joined. Prints how many layers have a near one among those with no more
contents (true), how many of them derive found (recall), how many that it found are right (precision, with the
similarity and the shared bytes it states), and for how many it names the nearest.
"""
import sys, duckdb

warehouse, least = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 0.7
db = duckdb.connect()
for table in ("layer_twin", "layer_recipe"):
    db.execute(f"CREATE VIEW {table} AS SELECT * FROM '{warehouse}/{table}/*.parquet'")
db.execute("""
CREATE TABLE content AS
SELECT layer_digest AS layer, fingerprint, count(*) AS copies, min(bytes) AS bytes
FROM layer_recipe JOIN layer_twin USING (layer_digest)
WHERE kind = 'FILE' AND bytes > 0 AND (cause IS NULL OR cause = 'near')
GROUP BY ALL""")
db.execute("CREATE TABLE size AS SELECT layer, count(*) AS n FROM content GROUP BY layer")
db.execute("""
CREATE TABLE pair AS
SELECT a.layer AS later, b.layer AS earlier, count(*) AS shared, sum(a.bytes * a.copies) AS bytes
FROM content AS a JOIN content AS b ON b.fingerprint = a.fingerprint AND b.layer <> a.layer
JOIN size AS x ON x.layer = a.layer JOIN size AS y ON y.layer = b.layer
WHERE y.n < x.n OR y.n = x.n AND b.layer < a.layer
GROUP BY ALL""")
db.execute(f"""
CREATE TABLE near AS
SELECT later, earlier, bytes, shared / (x.n + y.n - shared) AS similarity
FROM pair JOIN size AS x ON x.layer = later JOIN size AS y ON y.layer = earlier
WHERE similarity >= {least}""")
db.execute("CREATE TABLE found AS SELECT * FROM layer_twin WHERE cause = 'near'")
one = lambda sql: db.execute(sql).fetchone()[0]
true = one("SELECT count(DISTINCT later) FROM near")
found = one("SELECT count(*) FROM found WHERE layer_digest IN (SELECT later FROM near)")
right = one("""
SELECT count(*) FROM found JOIN near ON later = layer_digest AND earlier = twin_digest
WHERE abs(near.similarity - found.similarity) < 1e-12 AND near.bytes = shared_bytes""")
nearest = one("""
SELECT count(*) FROM found
JOIN (SELECT later, max(similarity) AS most FROM near GROUP BY later) ON later = layer_digest
WHERE similarity >= most - 1e-12""")
all_found = one("SELECT count(*) FROM found")
print(f"layers {one('SELECT count(*) FROM size')}, near pairs {one('SELECT count(*) FROM near')}")
print(f"true {true}, found {found}, recall {found / max(1, true):.4f}")
print(f"precision {right / max(1, all_found):.4f}, nearest named {nearest / max(1, all_found):.4f}")
