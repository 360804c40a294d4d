package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commits in an object store, where nothing is renamed. Files of tables have their final names from
 * the beginning. A publication is decided once the journal with the next number exists, and nothing
 * is left to be carried out. The store grants each number to one writer only. A writer begins with
 * an empty journal, so that earlier writers, which count on this number for themselves, cannot
 * commit any more.
 */
final class ConditionalCommits implements Commits {
  /** Tries to create a file while the store answers with faults, or not at all. */
  private static final int TRIES = 4;

  private static final long PAUSE_MILLIS = 500;

  /** Start of the name of a publication, or of one of its files: the moment when its run began. */
  private static final Pattern MOMENT =
      Pattern.compile("(?:" + WarehouseWriter.REPAIR + ")?(\\d{8}T\\d{9})Z?\\b");

  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

  private final WarehouseFiles warehouse;
  private final WarehouseLock lock;
  private final Store store;
  private final Journals journals;
  private final String staging;
  private final String writer = UUID.randomUUID().toString();
  private String identity = "";
  private long next;

  ConditionalCommits(WarehouseFiles warehouse, WarehouseLock lock) {
    this.warehouse = warehouse;
    this.lock = lock;
    this.store = warehouse.store();
    this.journals = warehouse.journals();
    this.staging = RenamingCommits.staging(warehouse, lock);
  }

  @Override
  public synchronized void begin() throws IOException {
    next = journals.nextNumber();
    if (next == 1) {
      ConditionalLayout.requireNone(warehouse, Listing.inFolders(warehouse, Tables.names()));
    }
    if (journals.identity().isEmpty()) {
      create(warehouse.metadataPath(Journals.IDENTITY), UUID.randomUUID().toString());
    }
    identity = journals.owner();
    while (!decide(new Journal("lock-" + lock.number(), List.of()))) {
      next++;
    }
    next++;
    RenamingCommits.deleteStagedBefore(warehouse, lock);
    NoConditionalCreateException.deleteOldProbes(warehouse);
  }

  @Override
  public NewFiles newFiles(String publication) {
    return new NewFiles(Locations.in(staging, publication), warehouse.root(), publication);
  }

  @Override
  public synchronized void record(String name, String value) throws IOException {
    String file = warehouse.metadataPath(name);
    if (!create(file, value)) {
      throw new IOException(
          "%s has %s since another run began, and this one needs %s"
              .formatted(file, store.text(file).trim(), value));
    }
  }

  @Override
  public synchronized void commit(Journal journal) throws IOException {
    if (!decide(journal)) {
      throw WarehouseLock.takenOver();
    }
    next++;
  }

  private boolean decide(Journal journal) throws IOException {
    // The text is that of this writer alone. So a journal with this text is its own.
    return create(journals.numbered(next), journal.text(identity, writer));
  }

  private boolean create(String file, String text) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return store.createNew(file, text);
      } catch (IOException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
      pause(tries);
    }
  }

  private static void pause(int tries) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS * tries);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a journal was written", e);
    }
  }

  @Override
  public void finish() {}

  /**
   * {@inheritDoc} They are in the folders of tables until then. A file without a publication may be
   * one of a later run, if this one was suspended until that took over. So it is deleted only if
   * its run began before the last one that has published. Files that no run can have made stay.
   */
  @Override
  public List<String> deleteOldFiles(
      Map<String, Journal.Move> last, Instant before, AtomicInteger deleted) throws IOException {
    Instant latest = Instant.EPOCH;
    for (String published : last.keySet()) {
      Instant start = startOf(Locations.name(published)).orElse(latest);
      latest = start.isAfter(latest) ? start : latest;
    }
    Instant end = latest;
    List<String> foreign = new ArrayList<>();
    for (String table : Tables.names()) {
      for (Item file : Listing.published(store, warehouse.folder(table))) {
        String name = table + "/" + file.name();
        Journal.Move move = last.get(name);
        Optional<Instant> start = startOf(file.name());
        if (move == null && start.isEmpty()) {
          foreign.add(name);
        } else if (move == null
            ? start.filter(it -> it.isBefore(before) && !it.isAfter(end)).isPresent()
            : isOld(move, before)) {
          store.delete(file.location());
          deleted.incrementAndGet();
        }
      }
    }
    last.values().removeIf(move -> isOld(move, before));
    return foreign;
  }

  private static boolean isOld(Journal.Move move, Instant before) {
    return move.isRemoval()
        && startOf(move.remover()).filter(it -> it.isBefore(before)).isPresent();
  }

  /**
   * Start of the run, in the name of a publication or of one of its files; empty if it has none.
   */
  private static Optional<Instant> startOf(String name) {
    Matcher moment = MOMENT.matcher(name);
    try {
      return moment.lookingAt()
          ? Optional.of(FORM.parse(moment.group(1), Instant::from))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * {@inheritDoc} They stay, unread: a list of the folder may be older than the checkpoint, and a
   * number that was taken must never be free again.
   */
  @Override
  public void writeCheckpoint(String file, String text) throws IOException {
    store.write(file, text);
  }

  @Override
  public void end() throws IOException {
    store.deleteBelow(warehouse.root(), staging);
  }
}
