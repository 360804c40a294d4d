package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FileState;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.SnapshotFormat;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotPlacesTest {
  private static final Instant STARTED = Instant.parse("2026-11-29T03:00:05.123456Z");
  private static final SnapshotImage MONDAY = image("monday", 0, null);
  private static final SnapshotImage TUESDAY = image("tuesday", 1, "monday");
  private static final SnapshotImage FRIDAY = image("friday", 2, "tuesday");

  @Test
  void storedSnapshotsAreNotReadAgain() {
    List<SnapshotImage> all = List.of(MONDAY, TUESDAY, FRIDAY);
    SnapshotPlaces places = places(stored("monday", 0, 10), stored("tuesday", 1, 10));
    assertThat(places.known(all)).containsExactly(MONDAY, TUESDAY);
    List<SnapshotImage> placed = places.placed(all, List.of());
    assertThat(placed).containsExactly(MONDAY, TUESDAY, FRIDAY);
    assertThat(places.unread(placed)).containsExactly(FRIDAY);
  }

  @Test
  void whatIsNewFollowsWhatTheInputsNoLongerHave() {
    SnapshotImage first = image("friday", 0, null);
    SnapshotImage second = image("sunday", 1, "friday");
    assertThat(
            places(stored("monday", 0, 10), stored("tuesday", 3, 10))
                .placed(List.of(first, second), List.of()))
        .containsExactly(image("friday", 4, "tuesday"), image("sunday", 5, "friday"));
  }

  @Test
  void otherVmsDoNotMatter() {
    SnapshotPlaces.Published other =
        new SnapshotPlaces.Published("other", "monday", null, 0, null, 1, "mem:/o", null, null);
    assertThat(places(other).placed(List.of(MONDAY), List.of())).containsExactly(MONDAY);
    assertThat(places(other).known(List.of(MONDAY))).isEmpty();
  }

  @Test
  void aDiskOfAnotherStateFollowsTheVersionBefore() {
    SnapshotPlaces places = places(stored("monday", 0, 10), stored("tuesday", 1, 10));
    List<SnapshotHead> changed =
        places.changed(
            List.of(head(MONDAY, 10, "a", 7L), head(TUESDAY, 10, "b", 8_000_000L)), at -> true);
    assertThat(changed).extracting(head -> head.image().snapshot()).containsExactly("tuesday");
    List<SnapshotImage> placed =
        places.placed(List.of(MONDAY, TUESDAY, image("friday", 2, "tuesday")), changed);
    String version = "tuesday@2026-11-29T03:00:05Z";
    assertThat(placed)
        .extracting(
            SnapshotImage::snapshot,
            SnapshotImage::position,
            SnapshotImage::parent,
            SnapshotImage::versionOf,
            SnapshotImage::takenAtMicros)
        .containsExactly(
            tuple("monday", 0, null, null, null),
            tuple(version, 2, "tuesday", "tuesday", 8_000_000L),
            tuple("friday", 3, version, null, null));
    assertThat(places.unread(placed))
        .extracting(SnapshotImage::snapshot)
        .containsExactly(version, "friday");
  }

  @Test
  void theNewestVersionIsCompared() {
    SnapshotPlaces places =
        places(
            stored("monday", 0, 10),
            new SnapshotPlaces.Published(
                "vm", "monday@v", "monday", 4, "monday", 12, "mem:/monday", "b", null));
    List<SnapshotImage> known = places.known(List.of(MONDAY));
    assertThat(known).extracting(SnapshotImage::snapshot).containsExactly("monday@v");
    assertThat(places.changed(List.of(head(known.get(0), 12, "b", 1L)), at -> true)).isEmpty();
    List<SnapshotHead> changed =
        places.changed(List.of(head(known.get(0), 12, "a", 1L)), at -> true);
    assertThat(places.placed(List.of(MONDAY), changed))
        .extracting(SnapshotImage::snapshot, SnapshotImage::position, SnapshotImage::parent)
        .containsExactly(tuple("monday@2026-11-29T03:00:05Z", 5, "monday@v"));
  }

  @Test
  void twoRunsOfOneSecondHaveVersionsOfTheirOwn() {
    SnapshotPlaces places =
        places(
            new SnapshotPlaces.Published(
                "vm",
                "monday@2026-11-29T03:00:05Z",
                "monday",
                1,
                "monday",
                10,
                "mem:/monday",
                "a",
                null));
    List<SnapshotHead> changed =
        places.changed(
            List.of(head(places.known(List.of(MONDAY)).get(0), 10, "b", 1L)), at -> true);
    assertThat(places.placed(List.of(MONDAY), changed))
        .extracting(SnapshotImage::snapshot)
        .containsExactly("monday@2026-11-29T03:00:05.123456Z");
  }

  @Test
  void aCopyElsewhereIsTheSameSnapshotWhileTheFirstIsThere() {
    SnapshotPlaces places =
        places(
            new SnapshotPlaces.Published(
                "vm", "monday", null, 0, null, 10, "mem:/old/monday", "a", null));
    List<SnapshotHead> copy = List.of(head(MONDAY, 10, "b", 1L));
    assertThat(places.changed(copy, "mem:/old/monday"::equals)).isEmpty();
    assertThat(places.changed(copy, at -> false)).hasSize(1);
  }

  @Test
  void aFileWithAHashInItsNameIsThereUnderItsWholeName() {
    SnapshotPlaces places =
        places(
            new SnapshotPlaces.Published(
                "vm", "monday", null, 0, null, 10, "mem:/old/disk.qcow2#1", "a", null));
    List<SnapshotHead> copy = List.of(head(MONDAY, 10, "b", 1L));
    assertThat(places.changed(copy, "mem:/old/disk.qcow2#1"::equals)).isEmpty();
    assertThat(places.changed(copy, "mem:/old/disk.qcow2"::equals)).hasSize(1);
  }

  @Test
  void aVersionHasTheParentOfItsRow() {
    SnapshotPlaces places =
        places(
            stored("monday", 0, 10),
            stored("tuesday", 1, 10),
            new SnapshotPlaces.Published(
                "vm", "tuesday@v", "tuesday", 2, "tuesday", 10, "mem:/tuesday", "a", null));
    assertThat(places.known(List.of(TUESDAY)))
        .extracting(SnapshotImage::snapshot, SnapshotImage::parent)
        .containsExactly(tuple("tuesday@v", "tuesday"));
    // Tuesday is in no folder any more; what its overlay was written over is its newest reading.
    assertThat(places.placed(List.of(FRIDAY), List.of()))
        .extracting(SnapshotImage::snapshot, SnapshotImage::position, SnapshotImage::parent)
        .containsExactly(tuple("friday", 3, "tuesday@v"));
  }

  @Test
  void anotherDiskOfTheSameNameIsAFault() {
    SnapshotPlaces places = places(stored("monday", 0, 10), stored("tuesday", 1, 10));
    List<SnapshotHead> resized =
        places.resized(List.of(head(MONDAY, 10, "a", 1L), head(TUESDAY, 11, "a", 1L)));
    assertThat(resized).extracting(head -> head.image().snapshot()).containsExactly("tuesday");
    assertThat(resized.get(0).fault())
        .extracting(SnapshotHead.Fault::message)
        .asString()
        .contains("with 10 bytes, of mem:/tuesday; this one has 11");
  }

  @Test
  void aRowWithoutAStateIsComparedByLengthAndTime() {
    Instant read = Instant.ofEpochSecond(1);
    SnapshotPlaces places =
        places(
            new SnapshotPlaces.Published(
                "vm", "monday", null, 0, null, 10, "mem:/monday", null, read),
            new SnapshotPlaces.Published(
                "vm", "tuesday", null, 1, null, 10, "mem:/tuesday", null, null));
    assertThat(places.changed(List.of(head(MONDAY, 10, "x", 1_000_000L)), at -> true)).isEmpty();
    assertThat(places.changed(List.of(head(MONDAY, 10, "x", 1_000_001L)), at -> true)).hasSize(1);
    assertThat(places.changed(List.of(head(MONDAY, 10, "x", null)), at -> true)).isEmpty();
    assertThat(places.changed(List.of(head(MONDAY, 11, "x", null)), at -> true)).hasSize(1);
    assertThat(places.changed(List.of(head(TUESDAY, 10, "x", 1_000_001L)), at -> true)).isEmpty();
    SnapshotImage trace = image("monday", 0, null, TraceFormat.FIDX);
    assertThat(places.changed(List.of(head(trace, 4096, "x", 1L)), at -> true)).isEmpty();
  }

  private static org.assertj.core.groups.Tuple tuple(@Nullable Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }

  private static SnapshotPlaces places(SnapshotPlaces.Published... rows) {
    return new SnapshotPlaces(List.of(rows), List.of(), SnapshotImage::source, STARTED);
  }

  private static SnapshotPlaces.Published stored(String snapshot, int position, long bytes) {
    return new SnapshotPlaces.Published(
        "vm", snapshot, null, position, null, bytes, "mem:/" + snapshot, "a", null);
  }

  private static SnapshotHead head(
      SnapshotImage image, long bytes, String state, @Nullable Long changedAt) {
    return new SnapshotHead(
        Objects.requireNonNull(image).withState(new FileState(state, changedAt)),
        bytes,
        null,
        null);
  }

  private static SnapshotImage image(String snapshot, int position, @Nullable String parent) {
    return image(snapshot, position, parent, DiskFormat.RAW);
  }

  private static SnapshotImage image(
      String snapshot, int position, @Nullable String parent, SnapshotFormat format) {
    return new SnapshotImage(
        "vm", snapshot, position, parent, null, "mem:/" + snapshot, format, null);
  }
}
