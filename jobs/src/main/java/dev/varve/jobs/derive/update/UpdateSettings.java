package dev.varve.jobs.derive.update;

import dev.varve.jobs.conf.Range;

/**
 * Settings of the comparison of updates: section derive.updates.
 *
 * @param treeEntries most entries of layers that are compared; 0: none
 */
public record UpdateSettings(@Range(low = 0) long treeEntries) {}
