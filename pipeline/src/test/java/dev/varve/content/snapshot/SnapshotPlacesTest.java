package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotPlacesTest {
  private static final SnapshotImage MONDAY = image("monday", 0, null);
  private static final SnapshotImage TUESDAY = image("tuesday", 1, "monday");
  private static final SnapshotImage FRIDAY = image("friday", 2, "tuesday");

  @Test
  void storedSnapshotsAreNotReadAgain() {
    List<SnapshotImage> all = List.of(MONDAY, TUESDAY, FRIDAY);
    List<SnapshotImage> fresh =
        SnapshotPlaces.newSnapshots(
            all, List.of(stored("monday", 0, 10), stored("tuesday", 1, 10)));
    assertThat(fresh).containsExactly(FRIDAY);
    assertThat(SnapshotPlaces.stored(all, fresh)).containsExactly(MONDAY, TUESDAY);
  }

  @Test
  void whatIsNewFollowsWhatTheInputsNoLongerHave() {
    SnapshotImage first = image("friday", 0, null);
    SnapshotImage second = image("sunday", 1, "friday");
    assertThat(
            SnapshotPlaces.newSnapshots(
                List.of(first, second), List.of(stored("monday", 0, 10), stored("tuesday", 3, 10))))
        .containsExactly(image("friday", 4, "tuesday"), image("sunday", 5, "friday"));
  }

  @Test
  void otherVmsDoNotMatter() {
    assertThat(
            SnapshotPlaces.newSnapshots(
                List.of(MONDAY), List.of(new SnapshotPlaces.Published("other", "monday", 0, 1))))
        .containsExactly(MONDAY);
  }

  @Test
  void anotherDiskOfTheSameNameIsAFault() {
    SnapshotHead same = new SnapshotHead(MONDAY, 10, null, null);
    SnapshotHead grown = new SnapshotHead(TUESDAY, 11, null, null);
    List<SnapshotHead> changed =
        SnapshotPlaces.resized(
            List.of(same, grown), List.of(stored("monday", 0, 10), stored("tuesday", 1, 10)));
    assertThat(changed).extracting(SnapshotHead::image).containsExactly(TUESDAY);
    assertThat(changed.get(0).fault())
        .extracting(SnapshotHead.Fault::message)
        .asString()
        .contains("with 10 bytes, this one has 11");
  }

  private static SnapshotPlaces.Published stored(String snapshot, int position, long bytes) {
    return new SnapshotPlaces.Published("vm", snapshot, position, bytes);
  }

  private static SnapshotImage image(String snapshot, int position, @Nullable String parent) {
    return new SnapshotImage(
        "vm", snapshot, position, parent, null, "mem:/" + snapshot, DiskFormat.RAW, null);
  }
}
