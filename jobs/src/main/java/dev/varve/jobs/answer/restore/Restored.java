package dev.varve.jobs.answer.restore;

import java.util.List;

/**
 * Result of restoring a layer.
 *
 * @param diffId digest of the archive, computed from the written file
 * @param archiveBytes length of the archive
 * @param sources layers whose blobs contributed contents, in the order of reading
 */
public record Restored(String diffId, long archiveBytes, List<String> sources) {}
