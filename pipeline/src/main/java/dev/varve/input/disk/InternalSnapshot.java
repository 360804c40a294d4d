package dev.varve.input.disk;

/**
 * A snapshot inside of a qcow2 file.
 *
 * @param id unique in its file, most often a number
 * @param name as given by the user; need not be unique
 * @param l1Offset where the L1 table of its state starts
 * @param virtualBytes length of the disk when it was taken
 * @param takenAtMicros since the epoch
 */
public record InternalSnapshot(
    String id, String name, long l1Offset, long l1Entries, long virtualBytes, long takenAtMicros) {}
