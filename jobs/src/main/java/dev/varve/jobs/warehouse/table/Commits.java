package dev.varve.jobs.warehouse.table;

import java.io.IOException;

/**
 * The commits of one writer. A publication is <i>decided</i> once its journal exists. Several
 * threads may commit; commits are decided one after another. A writer that was suspended until
 * another took over cannot commit any more.
 */
interface Commits {
  /** The commits that the warehouse's store allows, under a lock. */
  static Commits of(WarehouseFiles warehouse, WarehouseLock lock) throws IOException {
    return warehouse.hasFinalNames()
        ? new ConditionalCommits(warehouse, lock)
        : new RenamingCommits(warehouse, lock);
  }

  /**
   * Ends the commits of earlier writers: what they decided is finished, and they cannot decide
   * more.
   */
  void begin() throws IOException;

  /** Locations of the files of a new publication. */
  NewFiles newFiles(String publication);

  /**
   * Writes a record of the warehouse about itself, such as its identity or its fingerprint rule.
   */
  void record(String name, String value) throws IOException;

  /** Decides a publication by writing its journal, and carries it out. */
  void commit(Journal journal) throws IOException;

  /**
   * Carries out publications that were decided under this lock if an earlier try failed. Afterwards
   * the tables are in the state of the last decided publication.
   */
  void finish() throws IOException;

  /**
   * Writes a file of the journals' folder as a whole, which replaces one of the same name.
   *
   * @param file its path
   */
  void writeJournal(String file, String text) throws IOException;

  /** Releases the lock. What is decided and not carried out is left to the next writer. */
  void end() throws IOException;
}
