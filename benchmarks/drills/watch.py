#!/usr/bin/env python3
"""Shows that a reader of the plain folders never sees half a publication: DuckDB looks at a warehouse again and again
while others write to it, crash and recover.

What refers to others is published after them. So each look reads image_tag, image, image_layer, then layer, and only
then layer_phase and layer_recipe: whatever a row read earlier refers to must be there when it is read later. Asserted
at every look:
  - every query succeeds, or the folder holds no file;
  - layer digests are unique; each layer has exactly one layer_phase row;
  - each layer's recipe is whole: rows by kind and bytes equal its columns, positions run from 0 without a gap,
    FILE rows and no others have a fingerprint;
  - each image has one row, and all its image_layer rows (depth from 0); each of its layers is in layer or rejected_blob;
  - each tagged image is in image; an image's row is unique;
  - no published row ever goes away (layer and image with all columns; layer_recipe by layer, count and hash;
    rejected_blob, image_tag, run by key), and no fact of it changes.
Ends when STOPFILE exists, after one more look. Prints one JSON line: looks, rows last seen, slowest look, violations;
ends with 1 when there was any violation.
Needs: python3 with the package duckdb. Usage: watch.py WAREHOUSE STOPFILE
Variables: PAUSE (seconds between looks, 0.2).
"""
import json, os, pathlib, sys, time, duckdb

if len(sys.argv) != 3:
    sys.exit("usage: watch.py WAREHOUSE STOPFILE")
root, stop = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
pause = float(os.environ.get("PAUSE", "0.2"))
violations, seen, rows, answered = [], {}, {}, {}
looks, slowest, proved = 0, 0.0, set()

db = duckdb.connect(config={"threads": 1, "memory_limit": "1GB"})
db.execute("SET TimeZone = 'UTC'")
# Each look must read the files themselves, not data cached by an earlier look.
for setting in ("enable_external_file_cache", "parquet_metadata_cache", "enable_object_cache"):
    try:
        db.execute(f"SET {setting} = false")
    except duckdb.Error:
        pass


def violate(what, detail):
    if len(violations) < 50:
        violations.append({"look": looks, "at": time.strftime("%H:%M:%S"), "what": what, "detail": str(detail)[:400]})


def ask(table, select, where=""):
    """Rows of one query over a table; none while its folder holds no file, which may not become so again."""
    folder = root / table
    files = f"{folder}/**/*.parquet".replace("'", "''")
    try:
        found = db.execute(f"SELECT {select} FROM read_parquet('{files}') {where}").fetchall()
        answered[table] = True
        return found
    except duckdb.IOException as error:
        if "No files found" in str(error) and not answered.get(table):
            return []
        violate(f"query of {table} failed", error)
    except duckdb.Error as error:
        violate(f"query of {table} failed", error)
    return None


def keep(table, now):
    """now: key -> facts. What was seen before must be there, unchanged."""
    before = seen.setdefault(table, {})
    for key, facts in before.items():
        if key not in now:
            violate(f"a row of {table} is gone", key)
        elif now[key] != facts:
            violate(f"a row of {table} has changed", (key, facts, now[key]))
    before.update(now)
    rows[table] = len(now)


def unique(table, found):
    """Rows by their first column, of which each value may occur once."""
    now = {row[0]: row[1:] for row in found}
    if len(now) != len(found):
        violate(f"a key of {table} occurs twice", len(found) - len(now))
    return now


KINDS = ("FILE", "DIRECTORY", "SYMLINK", "HARD_LINK")
COUNTED = ", ".join(f"count(*) FILTER (kind = '{kind}')" for kind in KINDS)


def look():
    # Tables that are published last are read first.
    tags = ask("image_tag", "repository, tag, image_digest")
    images = ask("image", "image_digest, layers, compressed_bytes, os, architecture, config_digest")
    listed = ask("image_layer", "image_digest, depth, layer_digest")
    artifacts = ask("artifact", "manifest_digest, digest, kind")
    runs = ask("run", "run_id, verb, epoch_us(started_at)")
    rejected = ask("rejected_blob", "source, digest, reason, message")
    layers = ask("layer", "layer_digest, diff_id, compressed_bytes, archive_bytes, file_bytes, files, directories, "
                          "symlinks, hard_links, whiteouts, other_entries")
    phases = ask("layer_phase", "layer_digest, count(*), min(run_id)", "GROUP BY ALL")
    # Once a layer was proved whole its digest of all rows must stay; so all are read at every look.
    recipes = ask("layer_recipe",
                  f"layer_digest, count(*), count(DISTINCT position), min(position), max(position), {COUNTED}, "
                  "count(*) FILTER (kind IN ('WHITEOUT', 'OPAQUE')), "
                  "count(*) FILTER (kind IN ('DEVICE', 'FIFO', 'METADATA')), "
                  "coalesce(sum(bytes) FILTER (kind = 'FILE'), 0), "
                  "count(*) FILTER ((kind = 'FILE') <> (fingerprint IS NOT NULL)), "
                  "bit_xor(hash(position, path, kind, bytes, fingerprint, mode, uid, gid, modified_at, link_target))",
                  "GROUP BY layer_digest")
    if None in (tags, images, listed, artifacts, runs, rejected, layers, phases, recipes):
        return

    images = unique("image", images)
    keep("image", images)
    if len(set(tags)) != len(tags):
        violate("a row of image_tag occurs twice", len(tags) - len(set(tags)))
    keep("image_tag", {row: () for row in tags})
    keep("artifact", {row: () for row in artifacts})
    keep("rejected_blob", {row: () for row in rejected})
    keep("run", unique("run", runs))
    if len(set(listed)) != len(listed):
        violate("a row of image_layer occurs twice", len(listed) - len(set(listed)))
    keep("image_layer", {row: () for row in listed})
    layers = unique("layer", layers)
    keep("layer", layers)
    phases = unique("layer_phase", phases)
    recipes = unique("layer_recipe", recipes)
    rows["layer_phase"] = len(phases)
    rows["layer_recipe"] = sum(recipe[0] for recipe in recipes.values())

    for _, _, image in tags:
        if image not in images:
            # An image may have been published between the two queries only if the tag was not there: tags come last.
            violate("a tagged image is missing", image)
    depths = {}
    for image, depth, layer in listed:
        depths.setdefault(image, []).append(depth)
    refused = {row[1] for row in rejected}
    for image, facts in images.items():
        if sorted(depths.get(image, [])) != list(range(facts[0])):
            violate("an image's layers are incomplete", (image, facts[0], sorted(depths.get(image, []))))
    for image, _, layer in listed:
        if image in images and layer not in layers and layer not in refused:
            violate("an image's layer is neither published nor rejected", (image, layer))
    whole = {}
    for layer, facts in layers.items():
        _, _, _, file_bytes, files, directories, symlinks, hard_links, whiteouts, others = facts
        expected = (files, directories, symlinks, hard_links, whiteouts, others)
        if layer not in phases or phases[layer][0] != 1:
            violate("a layer has no phase row, or several", (layer, phases.get(layer)))
        recipe = recipes.get(layer)
        if recipe is None:
            if sum(expected) != 0:
                violate("a layer has no recipe", layer)
            continue
        count, distinct, least, most = recipe[:4]
        if recipe[4:10] != expected or recipe[10] != file_bytes:
            violate("a layer's recipe is not whole", (layer, recipe, expected, file_bytes))
        if count != sum(expected) or distinct != count or least != 0 or most != count - 1:
            violate("positions of a layer have gaps", (layer, recipe[:4], expected))
        if recipe[11]:
            violate("fingerprints stand where they should not, or lack", layer)
        whole[layer] = (count, recipe[12], phases.get(layer, (0, ""))[1])
    keep("whole layers", whole)


while True:
    last = stop.exists()
    started = time.monotonic()
    looks += 1
    look()
    slowest = max(slowest, time.monotonic() - started)
    if last or len(violations) >= 50:
        break
    time.sleep(pause)
print(json.dumps({"looks": looks, "rows": rows, "slowest_s": round(slowest, 2), "violations": violations}))
sys.exit(1 if violations else 0)
