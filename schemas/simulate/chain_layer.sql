-- The files of the chains in view chain_snapshot, sorted by VM, in each chain from its base file up to the newest one.
SELECT chain_file.vm, depth, cluster_bytes, entry_bytes, l1_bytes, tables
FROM chain_file
JOIN chain_snapshot ON chain_snapshot.vm = chain_file.vm AND chain_snapshot.snapshot = chain_file.snapshot
ORDER BY chain_file.vm, depth DESC
