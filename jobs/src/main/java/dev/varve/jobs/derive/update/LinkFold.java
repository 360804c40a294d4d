package dev.varve.jobs.derive.update;

import dev.varve.content.squash.HardLinks;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Contents of hard links, of links and files sorted by image, depth and position: one image after
 * another goes through {@link HardLinks}.
 */
final class LinkFold implements Fold<LinkFold.LinkedEntry> {
  private final HardLinks<Linked> links = new HardLinks<>();
  private String image = "";

  /**
   * A row of {@code schemas/update/link.sql}, or of {@code link_again.sql}.
   *
   * @param linkTarget of a symbolic link, as written
   * @param target of a hard link, clean
   * @param linked whether its path is the target of any hard link
   */
  record LinkedEntry(
      String imageDigest,
      int depth,
      int position,
      String path,
      EntryKind kind,
      @Nullable Fingerprint fingerprint,
      @Nullable String linkTarget,
      @Nullable String target,
      boolean linked) {}

  /** A file or a symbolic link, to which hard links lead. */
  private record Linked(@Nullable Fingerprint fingerprint, @Nullable String linkTarget) {}

  /** A hard link that leads to a file, or to a symbolic link. */
  record LinkContent(
      String imageDigest,
      int depth,
      int position,
      @Nullable Fingerprint fingerprint,
      @Nullable String linkTarget) {}

  @Override
  public void add(LinkedEntry entry, Consumer<Record> output) {
    if (!entry.imageDigest().equals(image)) {
      image = entry.imageDigest();
      links.clear();
    }
    boolean isLink = entry.kind() == EntryKind.HARD_LINK;
    Linked linked =
        isLink
            ? links.content(entry.target())
            : new Linked(entry.fingerprint(), entry.linkTarget());
    if (isLink && linked != null) {
      output.accept(
          new LinkContent(
              image, entry.depth(), entry.position(), linked.fingerprint(), linked.linkTarget()));
    }
    if (entry.linked()) {
      links.put(entry.path(), linked);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    // Every link was answered when it came.
  }
}
