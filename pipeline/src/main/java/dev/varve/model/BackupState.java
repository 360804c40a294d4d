package dev.varve.model;

/**
 * The state of a backup in a datastore of Proxmox Backup Server; finished backups without
 * protection have none. A protected backup is PROTECTED whether it is finished or not.
 */
public enum BackupState {
  /** It must not be removed: its folder has a file {@code .protected}. */
  PROTECTED,
  /** Its folder has no manifest, {@code index.json.blob}. */
  UNFINISHED
}
