-- The runs of the chain maps in view chain_snapshot, sorted by VM, then from the first byte of the disk to the last.
SELECT chain_map.vm, chain_map.bytes, chain_map.depth, chain_map.state
FROM chain_map
JOIN chain_snapshot ON chain_snapshot.vm = chain_map.vm AND chain_snapshot.snapshot = chain_map.snapshot
ORDER BY chain_map.vm, chain_map.guest_offset
