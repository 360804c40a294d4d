-- One row per VM. VMs that touch no block are included: they are always available.
SELECT vm AS owner FROM snapshot
UNION
SELECT vm FROM block_owner
