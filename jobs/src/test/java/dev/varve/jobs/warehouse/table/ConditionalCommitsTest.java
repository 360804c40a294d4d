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
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.junit.jupiter.params.provider.ValueSource;

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
    for (int number = 3; number <= 998; number++) {
      Files.writeString(
          published.resolve("0000000/%010d.moves".formatted(number)),
          new Journal("empty", List.of()).text(identity));
    }
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

  private static WarehouseWriter.Notices notices(List<String> left) {
    return new WarehouseWriter.Notices() {
      @Override
      public void waitsFor(String owner) {}

      @Override
      public void leaves(String leftover) {
        left.add(leftover);
      }
    };
  }

  /** The last publication decides how a run ends; what it leaves is reported. */
  @Test
  void aRunThatCannotCleanUpHasPublished() throws Exception {
    List<String> left = new ArrayList<>();
    Store faulty = FaultyStore.ofObjects(root, Fault.DELETES_NO_FOLDER, 0);
    Path staged;
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse(faulty), 0, 60, notices(left))) {
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

  /** Objects that one look for them, or each, does not find. */
  private static final class HiddenObjects extends LocalStore {
    private static final int MANY = 1000;

    private final Predicate<String> hidden;
    private final int only;
    private int hiddenLooks;
    private int looks;

    HiddenObjects(Predicate<String> hidden, int only) {
      this.hidden = hidden;
      this.only = only;
    }

    @Override
    public boolean renamesAtomically(String location) {
      return false;
    }

    @Override
    public Optional<Item> find(String location) throws IOException {
      if (++looks > MANY) {
        throw new IllegalStateException("there is no end of looks for " + location);
      }
      boolean hides = hidden.test(location) && (only < 0 || hiddenLooks++ == only);
      return hides ? Optional.empty() : super.find(location);
    }

    @Override
    public List<Item> list(String folder) throws IOException {
      return super.list(folder).stream()
          .filter(item -> only >= 0 || !hidden.test(item.location()))
          .toList();
    }
  }

  private Path journal(int number) {
    return root.resolve(".varve/published/0000000/%010d.moves".formatted(number));
  }

  private void refused(Store through, String... words) {
    assertThatThrownBy(() -> warehouse(through).files()).hasMessageContainingAll(words);
    assertThatThrownBy(() -> writer(through)).hasMessageContainingAll(words);
  }

  /** Journals 1 and 3 are those that runs begin with, 2 and 4 have the rows of "one" and "two". */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aJournalThatIsMissingIsNoticed(int number) throws Exception {
    publish(sound(), "20260101T000000000Z-two", 4, 5);
    String name = Locations.of(journal(number));
    refused(new HiddenObjects(name::equals, -1), name, "is missing", "Try again");
    assertThat(rows()).isEqualTo(AFTER);
    Files.delete(journal(number));
    String line =
        "varve journal 1 of warehouse " + Files.readString(root.resolve(".varve/identity"));
    refused(sound(), name, "is missing", "this line alone, ended by a line feed: " + line);
    Files.writeString(journal(number), line + "\n");
    assertThat(rows())
        .isEqualTo(number == 2 ? Map.of("path_convention", 5L, "rejected_blob", 4L) : AFTER);
    publish(sound(), "three", 1, 1);
  }

  @Test
  void aWarehouseOfWhichAllJournalsAreMissingIsLeftAlone() throws Exception {
    Files.delete(journal(1));
    Files.delete(journal(2));
    refused(sound(), "0000000001.moves is missing");
    assertThat(files("rejected_blob")).isEqualTo(1);
    assertThat(journal(1)).doesNotExist();
  }

  /** Other places have other forms of names; numbers go to 18 digits. */
  @ParameterizedTest
  @ValueSource(
      strings = {"9999999/9999999999.moves", "9999999999.moves", "999999999999999999999.moves"})
  void aJournalThatIsFarAheadEndsTheSearch(String ahead) throws Exception {
    Path file = root.resolve(".varve/published").resolve(ahead);
    Files.createDirectories(requireNonNull(file.getParent()));
    Files.copy(journal(1), file);
    Store counted = new HiddenObjects(name -> false, -1);
    refused(counted, "0000000003.moves is missing", ahead, "move that away");
    Files.delete(file);
    publish(sound(), "two", 4, 5);
    assertThat(rows()).isEqualTo(AFTER);
  }

  /** Each look for the identity fails in turn, and none but that one. */
  @Test
  void anIdentityThatIsNotFoundOnceIsInNoJournal() throws Exception {
    String identity = Files.readString(root.resolve(".varve/identity"));
    Path before = SmallWorld.copy(root, folder.resolve("before"));
    boolean isOver = false;
    for (int look = 0; !isOver; look++) {
      root = SmallWorld.copy(before, folder.resolve("w" + look));
      HiddenObjects once = new HiddenObjects(name -> name.endsWith("/.varve/identity"), look);
      try {
        publish(once, "two", 4, 5);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("identity is missing or empty");
        release();
      }
      isOver = once.hiddenLooks <= look;
      for (String journal : warehouse(sound()).journals().done()) {
        assertThat(Files.readString(Locations.local(journal)))
            .as("look %d", look)
            .startsWith("varve journal 1 of warehouse " + identity + " by ");
      }
      assertThat(rows()).isIn(BEFORE, AFTER);
      publish(sound(), "three", 1, 1);
    }
  }

  /** A run names its files by the moment when it began; others' files have any name. */
  @Test
  void aFileThatNoRunCanHaveMadeIsNamedAndStays() throws Exception {
    publish(sound(), "20260301T000000000Z-two", 4, 5);
    List<String> foreign =
        List.of(
            "rejected_blob/2019-backup.parquet",
            "rejected_blob/99999999T999999999Z-a.parquet",
            "rejected_blob/copy of 20260101T000000000Z-a.parquet",
            "rejected_blob/mine.parquet");
    for (String name : foreign) {
      Files.writeString(root.resolve(name), "of others");
    }
    Path orphan = root.resolve("rejected_blob/20260201T000000000Z-dead-3.parquet");
    Files.writeString(orphan, "half a fi");
    List<String> left = new ArrayList<>();
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse(sound()), 0, 60, notices(left))) {
      assertThat(writer.deleteOldFiles(Instant.parse("2026-02-01T00:00:00Z"))).isZero();
      left.clear();
      assertThat(writer.deleteOldFiles(Instant.parse("2026-02-02T00:00:00Z"))).isEqualTo(1);
    }
    assertThat(orphan).doesNotExist();
    assertThat(foreign).allMatch(name -> Files.exists(root.resolve(name)));
    assertThat(left)
        .singleElement()
        .asString()
        .contains("no publication of this warehouse made it: " + String.join(", ", foreign));
  }

  /** Objects that an account may write but not delete, in a folder. */
  private static final class Undeletable extends LocalStore {
    private final String below;

    Undeletable(String below) {
      this.below = below;
    }

    @Override
    public boolean renamesAtomically(String location) {
      return false;
    }

    @Override
    public void delete(String file) throws IOException {
      if (file.contains(below)) {
        throw new AccessDeniedException(file, null, "Service: S3, Status Code: 403");
      }
      super.delete(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/.varve/probes/", "/.varve/locks/"})
  void aRunThatMayNotDeleteSaysSoAndKeepsNoLock(String place) throws Exception {
    assertThatThrownBy(() -> writer(new Undeletable(place)))
        .isInstanceOf(ReadOnlyWarehouseException.class)
        .hasMessageContainingAll(root + " cannot be written", place, "s3:DeleteObject");
    try (Stream<Path> locks = Files.list(root.resolve(".varve/locks"))) {
      assertThat(locks).allSatisfy(lock -> assertThat(lock).hasContent("released"));
    }
    if (place.contains("probes")) {
      try (Stream<Path> probes = Files.list(root.resolve(place.substring(1)))) {
        Path probe = probes.findAny().orElseThrow();
        Files.setLastModifiedTime(probe, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
      }
    }
    publish(sound(), "two", 4, 5);
    assertThat(root.resolve(".varve/probes")).isEmptyDirectory();
    assertThat(root.resolve(".varve/locks").toFile().list()).hasSize(1);
  }
}
