package dev.varve.model;

/**
 * The state of a backup in a datastore of Proxmox Backup Server, where it is not simply finished. A
 * protected one is that whether it is finished or not.
 */
public enum BackupState {
  /** It must not be removed: its folder has a file {@code .protected}. */
  PROTECTED,
  /** Its folder has no manifest, {@code index.json.blob}. */
  UNFINISHED
}
