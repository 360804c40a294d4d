package dev.varve.jobs.simulate.layering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.simulation.layering.LineEntry.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two entries are equal exactly when all of their header and content is. */
class TreeEntryTest {
  private static final Instant TIME = Instant.parse("2024-01-02T03:04:05.678Z");

  private static TreeEntry entry(String path, EntryKind kind, int mode, long uid, long gid) {
    return entry(path, kind, mode, uid, gid, TIME, null, "aa");
  }

  private static TreeEntry entry(
      String path,
      EntryKind kind,
      int mode,
      long uid,
      long gid,
      Instant time,
      @Nullable String target,
      String content) {
    return new TreeEntry(
        1, 2, true, path, kind, mode, uid, gid, time, target, Fingerprint.parse(content), 10, 7);
  }

  private static Identity identity(TreeEntry entry) {
    return identified(entry).identity();
  }

  private static TreeEntry.Identified identified(TreeEntry entry) {
    List<Record> rows = new ArrayList<>();
    entry.identify(rows::add);
    assertThat(rows).hasSize(1);
    return (TreeEntry.Identified) rows.get(0);
  }

  @Test
  void eachPartOfAnEntryChangesItsIdentity() {
    List<TreeEntry> all =
        List.of(
            entry("a", EntryKind.FILE, 420, 0, 0),
            entry("b", EntryKind.FILE, 420, 0, 0),
            entry("a", EntryKind.HARD_LINK, 420, 0, 0),
            entry("a", EntryKind.FILE, 421, 0, 0),
            entry("a", EntryKind.FILE, 420, 1, 0),
            entry("a", EntryKind.FILE, 420, 0, 1),
            entry("a", EntryKind.FILE, 420, 0, 0, TIME.plusSeconds(1), null, "aa"),
            entry("a", EntryKind.FILE, 420, 0, 0, TIME.plusNanos(1000), null, "aa"),
            entry("a", EntryKind.FILE, 420, 0, 0, TIME, "b", "aa"),
            entry("ab", EntryKind.FILE, 420, 0, 0, TIME, null, "aa"),
            entry("a", EntryKind.FILE, 420, 0, 0, TIME, null, "ab"));
    Set<Identity> identities =
        all.stream().map(TreeEntryTest::identity).collect(Collectors.toSet());
    assertThat(identities).hasSameSizeAs(all);
  }

  @Test
  void theImageAndTheBlobOfAnEntryDoNotChangeItsIdentity() {
    TreeEntry one = entry("a", EntryKind.FILE, 420, 0, 0);
    TreeEntry other =
        new TreeEntry(
            1,
            5,
            false,
            "a",
            EntryKind.FILE,
            420,
            0,
            0,
            TIME,
            null,
            Fingerprint.parse("aa"),
            10,
            9);
    assertThat(identity(other)).isEqualTo(identity(one));
  }

  /** The digest of the same bytes by md5sum. */
  @Test
  void theIdentityIsTheMd5OfTheEntry() {
    TreeEntry.Identified row = identified(entry("a", EntryKind.FILE, 420, 0, 0));
    assertThat(row.modifiedAt()).isEqualTo(1_704_164_645);
    assertThat(row.compressedBytes()).isEqualTo(7);
    assertThat("%016x%016x".formatted(row.identity().high(), row.identity().low()))
        .isEqualTo("a8111ca235bd0f3074e6c630a6fe337d");
  }
}
