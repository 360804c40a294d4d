package dev.varve.jobs.derive.update;

import dev.varve.jobs.conf.Range;

/**
 * Settings of the comparison of updates: section derive.updates.
 *
 * @param treeEntries most entries of layers that are read for comparing trees; 0: trees are not
 *     compared
 */
public record UpdateSettings(@Range(low = 0) long treeEntries) {}
