package dev.varve.update;

import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.squash.TreeEntry;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a layer of the earlier image of an update, of the later one, or of both. Symbolic
 * links are not followed: an entry that seems to be inside of one makes it a folder.
 *
 * @param content of a file, and of a hard link to one; else null
 * @param bytes of a file; 0 for all other kinds
 * @param earlier whether the earlier image has it
 * @param later whether the later image has it
 */
public record PairedEntry(
    String path,
    int depth,
    int position,
    EntryKind kind,
    @Nullable Fingerprint content,
    long bytes,
    boolean earlier,
    boolean later)
    implements TreeEntry {

  @Override
  public @Nullable String linkTarget() {
    return null;
  }
}
