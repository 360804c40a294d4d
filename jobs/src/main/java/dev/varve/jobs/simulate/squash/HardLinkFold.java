package dev.varve.jobs.simulate.squash;

import dev.varve.content.squash.HardLinks;
import dev.varve.content.squash.LayeredEntry.Content;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the contents of hard links: of the file that each leads to, in its image. Entries must come
 * sorted by image, depth and position, so a target comes before its links, as in an archive. A link
 * to no file or symbolic link is dropped. One image after another is processed by {@link
 * HardLinks}.
 */
final class HardLinkFold implements Fold<HardLinkFold.LinkEntry> {
  private final HardLinks<Linked> links = new HardLinks<>();
  private int image = -1;

  /**
   * A row of {@code schemas/simulate/squash_hard_link.sql}.
   *
   * @param image its number, as in {@code squash_image.sql}
   * @param depth of the layer in the image, 0 = base
   * @param position in the layer's archive, from 0
   * @param path where it is unpacked, clean: relative to the root, without {@code .} and {@code ..}
   * @param kind FILE, SYMLINK or HARD_LINK
   * @param bytes of a file's content; 0 of links
   * @param linkTarget of a symbolic link, as written; else null
   * @param target of a hard link, a clean path; else null
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

  /** A file or a symbolic link that hard links refer to: exactly one component is not null. */
  private record Linked(@Nullable Content content, @Nullable String linkTarget) {}

  /**
   * A hard link with the file or symbolic link that it refers to.
   *
   * @param image its number
   * @param depth of the link's layer, 0 = base
   * @param position of the link in the layer's archive, from 0
   * @param content of the file; null of a symbolic link
   * @param linkTarget of the symbolic link, as written; null of a file
   */
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
