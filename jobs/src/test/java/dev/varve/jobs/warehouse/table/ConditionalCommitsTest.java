package dev.varve.jobs.warehouse.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.FaultyStore;
import dev.varve.jobs.store.FaultyStore.Fault;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.ParquetParts;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.StoreFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publications where nothing is renamed: a journal that exists is published. */
class ConditionalCommitsTest {
  private static final Map<String, Long> BEFORE =
      Map.of("path_convention", 2L, "rejected_blob", 3L);
  private static final Map<String, Long> AFTER = Map.of("path_convention", 5L, "rejected_blob", 7L);

  @TempDir private Path folder;
  private Path root;
  private Store store;

  @BeforeEach
  void makeWarehouse() throws IOException {
    root = Files.createDirectory(folder.resolve("w"));
    store = FaultyStore.ofObjects(root, Fault.NONE, 0);
    publish(store, "one", 3, 2);
  }

  /** Objects of which a list lacks some, as if it were older. */
  private static final class OldLists extends LocalStore {
    private final Predicate<Item> shown;

    OldLists(Predicate<Item> shown) {
      this.shown = shown;
    }

    @Override
    public boolean renamesAtomically(String location) {
      return false;
    }

    @Override
    public List<Item> list(String folder) throws IOException {
      return super.list(folder).stream().filter(shown).toList();
    }
  }

  /** Objects that are created whether their name is free or not. */
  private static final class Careless extends LocalStore {
    @Override
    public boolean renamesAtomically(String location) {
      return false;
    }

    @Override
    public boolean createNew(String location, String text) throws IOException {
      write(location, text);
      return true;
    }
  }

  private WarehouseFiles warehouse(Store through) throws IOException {
    return new WarehouseFiles(root.toString(), through);
  }

  private WarehouseWriter writer(Store through) throws IOException {
    return WarehouseWriter.open(warehouse(through), 0, 60, owner -> {});
  }

  private void publish(Store through, String name, int appended, int replaced) throws IOException {
    try (WarehouseWriter writer = writer(through)) {
      publish(writer, name, appended, replaced);
    }
  }

  private record Rejected(
      String runId,
      String source,
      @Nullable String digest,
      String reason,
      @Nullable Long offset,
      String message) {}

  private record Convention(int position, String name, String pattern) {}

  private static void publish(WarehouseWriter writer, String name, int appended, int replaced)
      throws IOException {
    Publication publication = writer.publication(name);
    List<Rejected> rejected = new ArrayList<>();
    for (int row = 0; row < appended; row++) {
      rejected.add(new Rejected(name, "blob " + row, null, "ABSENT", null, "it is not there"));
    }
    publication.add("rejected_blob", Rejected.class, rejected);
    List<RowFile.Written> files = new ArrayList<>();
    Binder<Convention> binder =
        Binder.of("path_convention", Tables.columns("path_convention"), Convention.class);
    for (int row = 0; row < replaced; row++) {
      RowFile file = publication.newFile("path_convention");
      try (file) {
        file.add(binder.row(new Convention(row, name, "%")));
      }
      files.add(file.written());
    }
    publication.add("path_convention", files);
    publication.commit();
  }

  /** Rows by table, of files that are there as published. */
  private Map<String, Long> rows() throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    for (TableFile file : TableFile.all(warehouse(sound()))) {
      assertThat(file.bytes()).as(file.name()).isEqualTo(file.publishedBytes());
      StoreFile parquet = new StoreFile(sound(), file.path());
      rows.merge(file.table(), ParquetParts.rows(parquet), Long::sum);
    }
    return rows;
  }

  private FaultyStore sound() {
    return FaultyStore.ofObjects(root, Fault.NONE, 0);
  }

  private void release() throws IOException {
    try (Stream<Path> locks = Files.list(root.resolve(".varve/locks"))) {
      for (Path lock : locks.toList()) {
        Files.writeString(lock, "released");
      }
    }
  }

  @Test
  void tablesAreReplacedByFilesOfOtherNames() throws Exception {
    assertThat(rows()).isEqualTo(BEFORE);
    publish(sound(), "two", 4, 5);
    assertThat(rows()).isEqualTo(AFTER);
    assertThat(warehouse(sound()).files("path_convention"))
        .hasSize(5)
        .allMatch(file -> file.contains("/path_convention/two-"));
    assertThat(warehouse(sound()).isUnfinished()).isFalse();
    assertThat(warehouse(sound()).unpublishedFiles()).isEmpty();
  }

  @Test
  void aReaderKeepsToTheMomentThatItBeganAt() throws Exception {
    WarehouseFiles then = warehouse(sound()).now();
    publish(sound(), "two", 4, 5);
    assertThat(then.files("path_convention"))
        .hasSize(2)
        .allMatch(file -> Files.exists(Locations.local(file)));
  }

  /** Each call that changes anything goes wrong in turn. */
  @ParameterizedTest
  @EnumSource(names = {"FAILS", "LOSES_ITS_ANSWER", "DELAYS"})
  void aFaultLeavesTheStateBeforeOrAfter(Fault fault) throws Exception {
    Path before = SmallWorld.copy(root, folder.resolve("before"));
    Set<Map<String, Long>> seen = new HashSet<>();
    int calls = 1;
    for (int call = 0; call <= calls; call++) {
      root = SmallWorld.copy(before, folder.resolve("w" + call));
      FaultyStore faulty = FaultyStore.ofObjects(root, call == 0 ? Fault.NONE : fault, call);
      try {
        publish(faulty, "two", 4, 2);
        assertThat(rowsOf(faulty)).as("call %d", call).isEqualTo(7);
      } catch (IOException | UncheckedIOException e) {
        assertThat(fault).as(e.toString()).isNotEqualTo(Fault.DELAYS);
      }
      calls = call == 0 ? FaultyStore.calls() : calls;
      seen.add(rows());
      assertThat(rows().get("rejected_blob")).as("call %d", call).isIn(3L, 7L);
      release();
      publish(sound(), "three", 10, 1);
      assertThat(rows().get("rejected_blob")).as("call %d", call).isIn(13L, 17L);
      assertThat(rows().get("path_convention")).isEqualTo(1);
    }
    assertThat(calls).isGreaterThan(8);
    assertThat(seen).contains(Map.of("path_convention", 2L, "rejected_blob", 7L));
  }

  private int rowsOf(Store store) throws IOException {
    int rows = 0;
    for (TableFile file : TableFile.all(warehouse(store))) {
      rows += file.table().equals("rejected_blob") ? (int) file.publishedRows() : 0;
    }
    return rows;
  }

  @Test
  void aWriterThatWasSuspendedCommitsNoMore() throws Exception {
    try (WarehouseWriter suspended = writer(sound())) {
      release();
      publish(sound(), "two", 4, 5);
      assertThatThrownBy(() -> publish(suspended, "late", 100, 9))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another run has taken over");
    }
    assertThat(rows()).isEqualTo(AFTER);
  }

  /** The writer that took over reads all that an earlier one has published until then. */
  @Test
  void aWriterThatTakesOverEndsTheOther() throws Exception {
    try (WarehouseWriter suspended = writer(sound())) {
      release();
      try (WarehouseWriter second = writer(sound())) {
        assertThatThrownBy(() -> publish(suspended, "late", 100, 9))
            .hasMessageContaining("another run has taken over");
        publish(second, "two", 4, 5);
      }
    }
    assertThat(rows()).isEqualTo(AFTER);
  }

  @Test
  void aListThatIsOldHidesNoJournal() throws Exception {
    publish(sound(), "two", 4, 5);
    List<String> all = warehouse(sound()).journals().done();
    assertThat(all).hasSize(4);
    for (int hidden = 1; hidden < all.size(); hidden++) {
      String name = all.get(hidden);
      Store old = new OldLists(item -> !item.location().equals(name));
      assertThat(new WarehouseFiles(root.toString(), old).journals().done()).isEqualTo(all);
    }
    Store older = new OldLists(item -> item.location().compareTo(all.get(1)) < 0);
    assertThat(new WarehouseFiles(root.toString(), older).journals().done()).isEqualTo(all);
  }

  /** Numbers of journals have ten digits; the first seven name a folder. */
  @Test
  void journalsAreInFoldersOfAThousandOfWhichOldOnesAreNotListed() throws Exception {
    Path published = root.resolve(".varve/published");
    String identity = Files.readString(root.resolve(".varve/identity"));
    Files.writeString(
        published.resolve("0000000/0000000998.moves"),
        new Journal("empty", List.of()).text(identity));
    publish(sound(), "two", 4, 5);
    publish(sound(), "three", 1, 1);
    assertThat(published.resolve("0000000/0000000999.moves")).exists();
    assertThat(published.resolve("0000001/0000001002.moves")).exists();
    List<String> all = warehouse(sound()).journals().done();
    assertThat(all)
        .extracting(Locations::name)
        .endsWith("0000000999.moves", "0000001000.moves", "0000001001.moves", "0000001002.moves");
    Store old = new OldLists(item -> !item.name().equals("0000001"));
    assertThat(warehouse(old).journals().done()).isEqualTo(all);
    Map<String, Long> rows = rows();
    try (WarehouseWriter writer = writer(sound())) {
      writer.deleteOldFiles(Instant.EPOCH);
    }
    Set<String> listed = new HashSet<>();
    Store seen = new OldLists(item -> listed.add(item.location()));
    assertThat(warehouse(seen).journals().done())
        .singleElement()
        .asString()
        .endsWith(".checkpoint");
    assertThat(listed)
        .anyMatch(item -> item.endsWith("/0000001001.moves"))
        .noneMatch(item -> item.endsWith("/0000000999.moves"));
    assertThat(rows()).isEqualTo(rows);
    publish(sound(), "four", 2, 1);
    assertThat(rows().get("rejected_blob")).isEqualTo(3 + 4 + 1 + 2);
  }

  @Test
  void aCopyOnADiskGoesOnThere() throws Exception {
    publish(sound(), "two", 4, 5);
    WarehouseFiles copied = WarehouseFiles.local(root.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(copied, 0, 60, owner -> {})) {
      publish(writer, "three", 1, 1);
    }
    Map<String, Long> rows = new TreeMap<>();
    for (TableFile file : TableFile.all(WarehouseFiles.local(root.toString()))) {
      rows.merge(file.table(), file.publishedRows(), Long::sum);
    }
    assertThat(rows).containsEntry("path_convention", 1L).containsEntry("rejected_blob", 8L);
  }

  /** The last publication decides how a run ends; what it leaves is reported. */
  @Test
  void aRunThatCannotCleanUpHasPublished() throws Exception {
    List<String> left = new ArrayList<>();
    WarehouseWriter.Notices notices =
        new WarehouseWriter.Notices() {
          @Override
          public void waitsFor(String owner) {}

          @Override
          public void leaves(String leftover) {
            left.add(leftover);
          }
        };
    Store faulty = FaultyStore.ofObjects(root, Fault.DELETES_NO_FOLDER, 0);
    Path staged;
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse(faulty), 0, 60, notices)) {
      staged = Files.createDirectories(Locations.local(writer.publication("two").folder()));
      Files.writeString(staged.resolve("scratch"), "between");
      publish(writer, "two", 4, 5);
    }
    assertThat(rows()).isEqualTo(AFTER);
    assertThat(left)
        .hasSize(2)
        .allMatch(line -> line.contains("staged files are left"))
        .allMatch(line -> line.contains("the next run that writes deletes them"))
        .anyMatch(line -> line.contains("/two"));
    publish(sound(), "three", 1, 1);
    assertThat(staged).doesNotExist();
  }

  @Test
  void aStoreThatKeepsNoConditionIsRefused() {
    assertThatThrownBy(() -> writer(new Careless()))
        .isInstanceOf(NoConditionalCreateException.class)
        .hasMessageContaining("If-None-Match");
  }

  @Test
  void oldFilesAreDeletedAndJournalsBecomeOne() throws Exception {
    publish(sound(), "20260101T000000000Z-a", 4, 5);
    publish(sound(), "20260301T000000000Z-b", 1, 6);
    Path orphan = root.resolve("rejected_blob/20260101T000000000Z-dead-3.parquet");
    Files.writeString(orphan, "half a fi");
    Set<String> live = Set.copyOf(warehouse(sound()).files());
    Map<String, Long> rows = rows();
    try (WarehouseWriter writer = writer(sound())) {
      // Removed in March: the five of January. Two of the first publication went in January.
      assertThat(writer.deleteOldFiles(Instant.parse("2026-02-01T00:00:00Z"))).isEqualTo(3);
      assertThat(files("path_convention")).isEqualTo(5 + 6);
      assertThat(writer.deleteOldFiles(Instant.parse("2026-04-01T00:00:00Z"))).isEqualTo(5);
      publish(writer, "20260501T000000000Z-c", 2, 6);
      // A run that took over while this one was suspended.
      Files.writeString(root.resolve("rejected_blob/20260502T000000000Z-d-3.parquet"), "half");
      assertThat(writer.deleteOldFiles(Instant.parse("2026-04-01T00:00:00Z"))).isZero();
    }
    assertThat(orphan).doesNotExist();
    assertThat(root.resolve("rejected_blob/20260502T000000000Z-d-3.parquet")).exists();
    assertThat(rows())
        .containsEntry("rejected_blob", requireNonNull(rows.get("rejected_blob")) + 2);
    assertThat(warehouse(sound()).files())
        .containsAll(live.stream().filter(file -> file.contains("rejected_blob")).toList());
    List<String> journals = warehouse(sound()).journals().done();
    assertThat(journals).hasSize(1);
    assertThat(journals.get(0)).endsWith(".checkpoint");
    Store old = new OldLists(item -> !item.location().contains("/published/"));
    assertThat(new WarehouseFiles(root.toString(), old).files())
        .as("by a list that is older than all journals")
        .isEqualTo(warehouse(sound()).files());
    assertThat(new WarehouseFiles(root.toString(), old).journals().nextNumber())
        .isEqualTo(warehouse(sound()).journals().nextNumber());
    publish(sound(), "20260601T000000000Z-d", 1, 1);
    assertThat(rows()).containsEntry("path_convention", 1L);
  }

  private long files(String table) throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(table))) {
      return files.count();
    }
  }
}
