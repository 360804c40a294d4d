package dev.varve.jobs.simulate.startup;

import dev.varve.content.squash.HardLinks;
import dev.varve.content.squash.LayeredEntry.Content;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the contents of hard links, from links and files sorted by image, depth and position. One
 * image after another is processed by {@link HardLinks}.
 */
final class HardLinkFold implements Fold<HardLinkFold.LinkEntry> {
  private final HardLinks<Linked> links = new HardLinks<>();
  private int image = -1;

  /**
   * A row of {@code schemas/simulate/startup_hard_link.sql}.
   *
   * @param linkTarget of a symbolic link, as written
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
      @Nullable String linkTarget,
      @Nullable String target,
      boolean linked) {}

  /** A file or a symbolic link that hard links refer to. */
  private record Linked(@Nullable Content content, @Nullable String linkTarget) {}

  /** A hard link with the file or symbolic link that it refers to. */
  record LinkContent(
      int image, int depth, int position, @Nullable Content content, @Nullable String linkTarget) {}

  @Override
  public void add(LinkEntry entry, Consumer<Record> output) {
    if (entry.image() != image) {
      image = entry.image();
      links.clear();
    }
    Linked linked =
        switch (entry.kind()) {
          case FILE ->
              new Linked(new Content(entry.bytes(), entry.depth(), entry.position()), null);
          case SYMLINK -> new Linked(null, entry.linkTarget());
          default -> links.content(entry.target());
        };
    if (entry.kind() == EntryKind.HARD_LINK && linked != null) {
      output.accept(
          new LinkContent(
              image, entry.depth(), entry.position(), linked.content(), linked.linkTarget()));
    }
    if (entry.linked()) {
      links.put(entry.path(), linked);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    // Nothing is left to emit: each link was resolved when it was added.
  }
}
