-- VMs with a snapshot at the moment.
SELECT every.*
FROM every_vm AS every
WHERE every.vm IN (SELECT snapshot.vm FROM snapshot)
