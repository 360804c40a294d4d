package dev.varve.jobs.catalog;

/**
 * Counts of what a registration changed.
 *
 * @param tables that the namespace has
 * @param created tables that were not there before
 * @param changed tables that got a new snapshot or new metadata, created ones included
 * @param appended files that were added
 * @param removed files that were taken out, as they are gone or replaced
 * @param expired snapshots that were dropped: files of theirs are gone, or they are old
 */
public record Registration(
    int tables, int created, int changed, int appended, int removed, int expired) {}
