package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.squash.HardLinks;
import dev.varve.squash.LayeredEntry.Content;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Contents of hard links, of links and files sorted by image, depth and position: one image after
 * another goes through {@link HardLinks}.
 */
final class HardLinkFold implements Fold<HardLinkFold.LinkEntry> {
  private final HardLinks<Content> links = new HardLinks<>();
  private int image = -1;

  /**
   * A row of {@code schemas/simulate/startup_hard_link.sql}.
   *
   * @param target of a hard link, clean
   * @param linked whether its path is the target of any hard link of the image
   */
  record LinkEntry(
      int image,
      int depth,
      int position,
      String path,
      EntryKind kind,
      long bytes,
      @Nullable String target,
      boolean linked) {}

  /** A hard link that leads to a file. */
  record LinkContent(int image, int depth, int position, Content content) {}

  @Override
  public void add(LinkEntry entry, Consumer<Record> output) {
    if (entry.image() != image) {
      image = entry.image();
      links.clear();
    }
    Content content =
        entry.kind() == EntryKind.FILE
            ? new Content(entry.bytes(), entry.depth(), entry.position())
            : links.content(entry.target(), entry.depth());
    if (entry.kind() == EntryKind.HARD_LINK && content != null) {
      output.accept(new LinkContent(image, entry.depth(), entry.position(), content));
    }
    if (entry.linked() && entry.kind() == EntryKind.FILE && content != null) {
      links.file(entry.path(), entry.depth(), content);
    } else if (entry.linked()) {
      links.link(entry.path(), content);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    // Every link was answered when it came.
  }
}
