-- All VMs, those that touch no block too: they are always available.
SELECT vm AS owner FROM snapshot
UNION
SELECT vm FROM block_owner
