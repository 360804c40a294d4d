package dev.varve.jobs.derive.update;

import dev.varve.content.squash.HardLinks;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the contents of hard links, which {@code derive} counts where the trees of two images
 * differ. Entries must come sorted by image, depth and position, so a target comes before its
 * links, as in an archive. A link to no file or symbolic link is dropped. One image after another
 * is processed by {@link HardLinks}.
 */
final class LinkFold implements Fold<LinkFold.LinkedEntry> {
  private final HardLinks<Linked> links = new HardLinks<>();
  private String image = "";

  /**
   * A row of {@code schemas/update/link.sql}, or of {@code link_again.sql}.
   *
   * @param depth of the layer, 0 = base
   * @param position in the layer's archive, from 0
   * @param path clean
   * @param fingerprint of a file's content; else null
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

  /**
   * A file or a symbolic link that hard links refer to: exactly one component is not null.
   *
   * @param fingerprint null of a symbolic link
   * @param linkTarget null of a file
   */
  private record Linked(@Nullable Fingerprint fingerprint, @Nullable String linkTarget) {}

  /**
   * A hard link with the file or symbolic link that it refers to.
   *
   * @param depth of the link's layer, 0 = base
   * @param position of the link in the layer's archive, from 0
   * @param fingerprint of the file's content; null of a symbolic link
   * @param linkTarget of the symbolic link, as written; null of a file
   */
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
