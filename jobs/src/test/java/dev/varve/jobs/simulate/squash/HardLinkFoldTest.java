package dev.varve.jobs.simulate.squash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.squash.LayeredEntry.Content;
import dev.varve.jobs.simulate.squash.HardLinkFold.LinkContent;
import dev.varve.jobs.simulate.squash.HardLinkFold.LinkEntry;
import dev.varve.model.EntryKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Contents of hard links, worked out by hand. */
class HardLinkFoldTest {
  private static LinkEntry file(int depth, int position, String path) {
    return new LinkEntry(
        1, depth, position, path, EntryKind.FILE, 100 * depth + position, null, null, true);
  }

  private static LinkEntry link(int depth, int position, String path, String target) {
    return new LinkEntry(1, depth, position, path, EntryKind.HARD_LINK, 0, null, target, true);
  }

  /** Each link with the place of its file, in the order given. */
  private static List<String> contents(LinkEntry... entries) {
    List<String> contents = new ArrayList<>();
    HardLinkFold fold = new HardLinkFold();
    for (LinkEntry entry : entries) {
      fold.add(
          entry,
          record -> {
            LinkContent link = (LinkContent) record;
            Content of = Objects.requireNonNull(link.content());
            assertThat(of.bytes()).isEqualTo(100 * of.depth() + of.position());
            contents.add(
                "%d.%d = %d.%d"
                    .formatted(link.depth(), link.position(), of.depth(), of.position()));
          });
    }
    fold.finish(record -> contents.add("after the end"));
    return contents;
  }

  @Test
  void aLinkHasTheContentThatItsTargetHadThen() {
    assertThat(contents(file(0, 0, "f"), link(0, 1, "a", "f"), file(0, 2, "f")))
        .containsExactly("0.1 = 0.0");
    assertThat(contents(file(0, 0, "f"), file(0, 1, "f"), file(1, 0, "f"), link(1, 1, "a", "f")))
        .containsExactly("1.1 = 1.0");
  }

  @Test
  void aLinkLeadsThroughLinksAndLayers() {
    assertThat(
            contents(
                file(0, 0, "f"),
                link(1, 0, "a", "f"),
                link(2, 0, "b", "a"),
                file(2, 1, "a"),
                link(3, 0, "c", "b")))
        .containsExactly("1.0 = 0.0", "2.0 = 0.0", "3.0 = 0.0");
  }

  /** As umoci unpacks it, in one layer as in two. */
  @Test
  void aLinkTakesThePlaceOfAFile() {
    assertThat(
            contents(file(0, 0, "g"), file(1, 0, "f"), link(1, 1, "f", "g"), link(1, 2, "a", "f")))
        .containsExactly("1.1 = 0.0", "1.2 = 0.0");
    assertThat(
            contents(file(0, 0, "g"), file(0, 1, "f"), link(1, 1, "f", "g"), link(1, 2, "a", "f")))
        .containsExactly("1.1 = 0.0", "1.2 = 0.0");
  }

  @Test
  void aLinkToNothingHasNoContentAndHidesWhatWasThere() {
    assertThat(contents(link(0, 0, "a", "f"), file(0, 1, "f"))).isEmpty();
    assertThat(contents(link(0, 0, "a", "a"), link(0, 1, "b", "a"))).isEmpty();
    assertThat(contents(file(0, 0, "f"), link(1, 0, "f", "none"), link(1, 1, "a", "f"))).isEmpty();
    assertThat(contents(file(0, 0, "f"), link(0, 1, "f", "f"))).containsExactly("0.1 = 0.0");
  }

  @Test
  void aLinkWithoutTargetHasNoContent() {
    LinkEntry none = new LinkEntry(1, 0, 0, "a", EntryKind.HARD_LINK, 0, null, null, false);
    assertThat(contents(none)).isEmpty();
  }

  @Test
  void otherImagesHaveOtherFiles() {
    LinkEntry other = new LinkEntry(2, 0, 1, "a", EntryKind.HARD_LINK, 0, null, "f", false);
    assertThat(contents(file(0, 0, "f"), other)).isEmpty();
  }
}
