package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leftovers of publications: a journal each, which every reader reads, and, in an object store,
 * files that were removed or that no publication has.
 */
final class OldFiles {
  /** Start of the run, in the name of a publication. */
  private static final Pattern MOMENT = Pattern.compile("\\d{8}T\\d{9}");

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

  private final WarehouseFiles warehouse;
  private final Commits commits;

  /** The last line of each file that any journal has. */
  private final Map<String, Journal.Move> last = new TreeMap<>();

  OldFiles(WarehouseFiles warehouse, Commits commits) {
    this.warehouse = warehouse;
    this.commits = commits;
  }

  /**
   * Deletes files that no publication has any more, and replaces all journals by one.
   *
   * @param before files that later publications removed are left, for those that read an earlier
   *     state
   * @return number of files of tables that were deleted
   */
  int delete(Instant before) throws IOException {
    Journals journals = warehouse.journals();
    List<String> done = journals.done();
    journals.readLast(done, last::put);
    if (!warehouse.hasFinalNames()) {
      // What was removed has been renamed, and is not among the files of tables.
      last.values().removeIf(Journal.Move::isRemoval);
    }
    int deleted = warehouse.hasFinalNames() ? deleteFiles(before) : 0;
    if (done.size() > 1) {
      List<Journal.Move> moves = new ArrayList<>();
      last.forEach((name, move) -> moves.add(move.isRemoval() ? move : move.published()));
      String checkpoint = Journals.checkpoint(done.get(done.size() - 1));
      commits.writeJournal(checkpoint, new Journal("checkpoint", moves).text(journals.identity()));
      // In an object store they stay, unread: a list of the folder may be older than the
      // checkpoint,
      // and a number that was taken must never be free again.
      if (!warehouse.hasFinalNames()) {
        for (String journal : journals.replacedBy(checkpoint)) {
          warehouse.store().delete(journal);
        }
      }
    }
    return deleted;
  }

  private int deleteFiles(Instant before) throws IOException {
    Store store = warehouse.store();
    int deleted = 0;
    for (String table : Tables.names()) {
      for (Item file : Listing.published(store, warehouse.folder(table))) {
        Journal.Move move = last.get(table + "/" + file.name());
        if (move == null || (move.isRemoval() && removedAt(move).isBefore(before))) {
          store.delete(file.location());
          deleted++;
        }
      }
    }
    last.values().removeIf(move -> move.isRemoval() && removedAt(move).isBefore(before));
    return deleted;
  }

  private static Instant removedAt(Journal.Move removal) {
    Matcher moment = MOMENT.matcher(removal.remover());
    return moment.find() ? FORM.parse(moment.group(), Instant::from) : Instant.EPOCH;
  }
}
