-- No more requests are kept than entries of the trace were replayed, where one was.
WITH replayed AS (SELECT sum(entries) AS entries FROM pull_trace WHERE outcome = 'REPLAYED')
SELECT layer_range, requests, entries
FROM (SELECT layer_range, count(*) AS requests FROM pull_request GROUP BY layer_range) AS requested
CROSS JOIN replayed
WHERE requests > entries
ORDER BY layer_range
