package dev.varve.jobs.answer.restore;

import java.util.List;

/**
 * A layer that came back.
 *
 * @param diffId of its archive, as computed of what was written
 * @param archiveBytes length of the archive
 * @param sources the layers whose blobs were read for its contents, in order
 */
public record Restored(String diffId, long archiveBytes, List<String> sources) {}
