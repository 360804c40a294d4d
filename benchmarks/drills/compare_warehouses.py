#!/usr/bin/env python3
"""Shows whether two warehouses hold the same rows, as multisets, read by DuckDB from the plain folders.

Compared are all tables but run, without what names a run or measures a time: run_id, columns
that end with seen_at or nanos, and when the files of column file_state were changed.
Prints rows on both sides; ends with 0 when all are equal, with 1 and the first differing rows when not.
Needs: python3 with the package duckdb. Usage: compare_warehouses.py A B
Variables: SHOWN (differing rows to print a table, 10), QUIET=1 (differences only), INPUT_A, INPUT_B (where the inputs of
either lay; taken off the front of columns source and location), LEFT_OUT (further columns to leave out, with commas between).
"""
import os, pathlib, sys, duckdb



def relative(column, root):
    """A column, without the place of the inputs if it is one that has it; of the state of a file its length alone."""
    if column == "file_state":
        return f"regexp_replace(\"{column}\", ' [0-9]{{4}}-[0-9T:.-]+Z', '', 'g') AS \"{column}\""
    if not root or column not in ("source", "location"):
        return f'"{column}"'
    root = root.replace("'", "''")
    return f"CASE WHEN starts_with(\"{column}\", '{root}') THEN substr(\"{column}\", {len(root) + 1}) ELSE \"{column}\" END AS \"{column}\""


if len(sys.argv) != 3:
    sys.exit("usage: compare_warehouses.py A B")
shown, quiet = int(os.environ.get("SHOWN", "10")), os.environ.get("QUIET") == "1"
db = duckdb.connect(config={"threads": 1, "memory_limit": "1GB"})
db.execute("SET TimeZone = 'UTC'")
unequal = 0
left_out = ["run_id", *os.environ.get("LEFT_OUT", "").split(",")]
tables = {file.parent.name for side in sys.argv[1:] for file in pathlib.Path(side).glob("[!.]*/*.parquet")}
if not tables:
    sys.exit("no tables in either")
for table in sorted(tables - {"run"}):
    sides = []
    for name, warehouse in zip("ab", sys.argv[1:]):
        folder = pathlib.Path(warehouse, table)
        if not any(folder.rglob("*.parquet")):
            sides.append(None)
            continue
        files = str(folder).replace("'", "''") + "/**/*.parquet"
        names = [row[0] for row in db.execute(f"DESCRIBE FROM read_parquet('{files}')").fetchall()]
        columns = ", ".join(relative(column, os.environ.get(f"INPUT_{name.upper()}")) for column in names
                            if column not in left_out and not column.endswith(("seen_at", "nanos")))
        db.execute(f"CREATE OR REPLACE TEMP VIEW {name} AS SELECT {columns} FROM read_parquet('{files}')")
        sides.append(db.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0])
    left, right = (side or 0 for side in sides)
    differing = []
    if left or right:
        if left and right:
            shapes = [db.execute(f"DESCRIBE {name}").fetchall() for name in "ab"]
            shapes = [[(row[0], row[1]) for row in shape] for shape in shapes]
            if shapes[0] != shapes[1]:
                differing.append(("columns", shapes))
            else:
                for side, one, other in (("only A", "a", "b"), ("only B", "b", "a")):
                    rows = db.execute(
                        f"SELECT CAST(d AS VARCHAR) FROM ((FROM {one}) EXCEPT ALL (FROM {other})) d").fetchall()
                    differing += [(side, row[0]) for row in rows]
        else:
            differing.append(("rows on one side only", left or right))
    verdict = "equal" if not differing else f"DIFFERENT, {len(differing)} rows"
    if differing or not quiet:
        print(f"{table:20} {left:>10} {right:>10}  {verdict}")
    for side, row in differing[:shown]:
        print(f"  {side}: {row}")
    unequal += bool(differing)
sys.exit(1 if unequal else 0)
