-- One row per layer without an exact twin: the number of its distinct contents. The empty file is left out: most layers
-- have it, so it does not show that two are similar.
-- Reads:
--   twin_content: contents of layers without an exact twin (content.sql).
SELECT layer, count(*) AS contents
FROM twin_content
WHERE bytes > 0
GROUP BY layer
