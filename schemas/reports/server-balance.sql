-- How evenly are the files of layers spread over the servers?
-- One row per number of servers that simulate pulls used. The files of a layer are divided into slices, one per server
-- that stores any of them; one server, the master, merges the slices when the layer is pulled. A column _balance_fold
-- is the most that one server has, over the mean of all servers: 1 is even.
--
-- subject: pulls
-- first: servers layers slices_per_layer stored_bytes stored_balance_fold restore_balance_fold
-- chart: line x=servers y=stored_balance_fold+restore_balance_fold+master_balance_fold; The most of a server over the mean
WITH
-- One row per number of servers and server: bytes of distinct contents that it stores, bytes that it archives when
-- every layer is pulled once, and layers of which it is the master.
server AS (
  SELECT
    servers,
    server,
    sum(new_bytes) AS stored,
    sum(bytes) AS restored,
    count(CASE WHEN master THEN 1 END) AS masters
  FROM pull_slice
  GROUP BY servers, server
),
-- One row per number of servers.
layer_slices AS (
  SELECT servers, count(*) AS slices, count(DISTINCT layer_digest) AS layers
  FROM pull_slice
  GROUP BY servers
)
SELECT
  server.servers,
  max(layer_slices.layers) AS layers,
  max(layer_slices.slices) / max(layer_slices.layers) AS slices_per_layer,
  -- stored_bytes: of all servers, each distinct content of a server once.
  sum(server.stored) AS stored_bytes,
  -- least_bytes: stored by the server that stores least, most_bytes by the one that stores most.
  CASE WHEN count(*) < server.servers THEN 0 ELSE min(server.stored) END AS least_bytes,
  max(server.stored) AS most_bytes,
  max(server.stored) * CAST(server.servers AS DOUBLE) / nullif(sum(server.stored), 0) AS stored_balance_fold,
  -- restore_balance_fold: of the bytes that a server archives when every layer is pulled once.
  max(server.restored) * CAST(server.servers AS DOUBLE) / nullif(sum(server.restored), 0) AS restore_balance_fold,
  -- master_balance_fold: of the number of layers of which a server is the master.
  max(server.masters) * CAST(server.servers AS DOUBLE) / nullif(sum(server.masters), 0) AS master_balance_fold
FROM server
JOIN layer_slices ON layer_slices.servers = server.servers
GROUP BY server.servers
ORDER BY server.servers
