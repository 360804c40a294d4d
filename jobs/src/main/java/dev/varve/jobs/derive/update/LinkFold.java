package dev.varve.jobs.derive.update;

import dev.varve.content.squash.HardLinks;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the contents of hard links, from links and files sorted by image, depth and position. One
 * image after another is processed by {@link HardLinks}.
 */
final class LinkFold implements Fold<LinkFold.LinkedEntry> {
  private final HardLinks<Linked> links = new HardLinks<>();
  private String image = "";

  /**
   * A row of {@code schemas/update/link.sql}, or of {@code link_again.sql}.
   *
   * @param linkTarget target of a symbolic link, as written
   * @param target clean path of a hard link's target
   * @param linked whether the entry's path is the target of any hard link
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

  /** A file or a symbolic link that hard links refer to. */
  private record Linked(@Nullable Fingerprint fingerprint, @Nullable String linkTarget) {}

  /** A hard link with the file or symbolic link that it refers to. */
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
    // Nothing is left to emit: each link was resolved when it was added.
  }
}
