package dev.varve.jobs.warehouse.table;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The commits of one writer. A publication is <i>decided</i> once its journal exists. Several
 * threads may commit; commits are decided one after another. A writer that was suspended until
 * another took over cannot commit any more.
 */
interface Commits {
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
   * Deletes files that no publication has any more.
   *
   * @param last the last line of each file that any journal has. Removals that nobody needs any
   *     more are taken out of it.
   * @param before files that later publications removed are left, for those that read an earlier
   *     state
   * @param deleted is increased by each file of a table that is deleted
   * @return files in the folders of tables that no run has made, and that nobody else names; they
   *     stay
   */
  List<String> deleteOldFiles(Map<String, Journal.Move> last, Instant before, AtomicInteger deleted)
      throws IOException;

  /** Writes a journal that replaces all journals up to one of its name, which need not stay. */
  void writeCheckpoint(String file, String text) throws IOException;

  /** Deletes what is staged. What is decided and not carried out is left to the next writer. */
  void end() throws IOException;
}
