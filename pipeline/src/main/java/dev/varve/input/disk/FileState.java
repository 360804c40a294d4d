package dev.varve.input.disk;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The state of the files of a disk at one time, by which a later run decides whether to read the
 * disk again.
 *
 * @param text length and time of change of each file of the disk, the topmost first; files below it
 *     follow behind {@code <}. An internal snapshot has its id and its time in place of its file
 * @param changedAtMicros the last change of the topmost file, since the epoch; null where unknown
 */
public record FileState(String text, @Nullable Long changedAtMicros) implements Serializable {}
