-- What became of the entries of the trace that was replayed, one row an outcome; empty for synthetic requests.
--
-- made by: simulate pulls
-- from: layer, layer_recipe, layer_framing, image, image_layer, image_tag
-- replaced
CREATE TABLE pull_trace (
  outcome STRING NOT NULL COMMENT 'REPLAYED, of which pulls.most-requests may take the first ones only; METHOD: neither GET nor PUT; TARGET: its URI names no manifest and no blob; NO_BYTES: nothing was written; CONFIG: the config of an image of ours; NO_MANIFEST: a blob, by a client that requests no manifest of the repository; REPEATED_MANIFEST: put before; NEVER_NAMED: a push whose digest no later GET shows',
  entries BIGINT NOT NULL,
  late BIGINT NOT NULL COMMENT 'of them, earlier than an entry before them in their file: sent with that one',
  failed BIGINT NOT NULL COMMENT 'of them, answered with an error (status 400 or more): replayed all the same, as published, when something was written'
)
