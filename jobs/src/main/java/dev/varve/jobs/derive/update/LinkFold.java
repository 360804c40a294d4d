package dev.varve.jobs.derive.update;

import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.squash.HardLinks;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Contents of hard links, of links and files sorted by image, depth and position: one image after
 * another goes through {@link HardLinks}.
 */
final class LinkFold implements Fold<LinkFold.LinkedEntry> {
  private final HardLinks<Fingerprint> links = new HardLinks<>();
  private String image = "";

  /**
   * A row of {@code schemas/update/link.sql}.
   *
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
      @Nullable String target,
      boolean linked) {}

  /** A hard link that leads to a file. */
  record LinkContent(String imageDigest, int depth, int position, Fingerprint fingerprint) {}

  @Override
  public void add(LinkedEntry entry, Consumer<Record> output) {
    if (!entry.imageDigest().equals(image)) {
      image = entry.imageDigest();
      links.clear();
    }
    boolean isLink = entry.kind() == EntryKind.HARD_LINK;
    Fingerprint content =
        isLink ? links.content(entry.target(), entry.depth()) : entry.fingerprint();
    if (isLink && content != null) {
      output.accept(new LinkContent(image, entry.depth(), entry.position(), content));
    }
    if (!isLink && content != null) {
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
