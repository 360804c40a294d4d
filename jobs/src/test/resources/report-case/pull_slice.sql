SELECT
  CAST(servers AS INT) AS servers,
  layer_digest,
  CAST(server AS INT) AS server,
  master,
  CAST(files AS BIGINT) AS files,
  CAST(bytes AS BIGINT) AS bytes,
  CAST(new_files AS BIGINT) AS new_files,
  CAST(new_bytes AS BIGINT) AS new_bytes
FROM (VALUES
  (2, 'sha256:01', 0, true,  2, 2000, 1, 1000),
  (2, 'sha256:01', 1, false, 1,  200, 1,  200),
  (2, 'sha256:22', 0, true,  1, 1000, 0,    0),
  (2, 'sha256:22', 1, false, 2,  264, 1,   64),
  (2, 'sha256:50', 0, false, 1,    8, 1,    8),
  (2, 'sha256:50', 1, true,  2,  600, 1,  300),
  (2, 'sha256:90', 0, true,  1, 1000, 0,    0),
  (2, 'sha256:90', 1, false, 1,  300, 0,    0),
  (2, 'sha256:c0', 0, true,  1,  512, 1,  512),
  (2, 'sha256:c0', 1, false, 1,   64, 0,    0)
) AS t (servers, layer_digest, server, master, files, bytes, new_files, new_bytes)
