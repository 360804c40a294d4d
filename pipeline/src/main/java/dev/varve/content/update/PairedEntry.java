package dev.varve.content.update;

import dev.varve.content.squash.TreeEntry;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a layer of the earlier image of an update, of the later one, or of both.
 *
 * @param path clean
 * @param depth of the layer, 0 = base
 * @param position in the layer's archive, from 0
 * @param linkTarget of a symbolic link, as written
 * @param content of a file, and of a hard link to one; else null
 * @param bytes of a file; 0 for all other kinds
 * @param earlier whether the earlier image has it
 * @param later whether the later image has it
 * @param isTarget whether this is no entry of the layer, but the target path of the hard link with
 *     this depth and position
 */
public record PairedEntry(
    String path,
    int depth,
    int position,
    EntryKind kind,
    @Nullable String linkTarget,
    @Nullable Fingerprint content,
    long bytes,
    boolean earlier,
    boolean later,
    boolean isTarget)
    implements TreeEntry {}
