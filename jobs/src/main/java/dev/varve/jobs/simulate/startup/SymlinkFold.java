package dev.varve.jobs.simulate.startup;

import dev.varve.content.squash.ImageLinks;
import dev.varve.jobs.engine.Fold;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Resolves symbolic links in accessed paths. The rows must come sorted by image, first its links,
 * then the accesses to it. Memory: the links of one image.
 */
final class SymlinkFold implements Fold<SymlinkFold.Step> {
  private final int maxLinks;
  private int image = -1;
  private ImageLinks links = new ImageLinks();
  private boolean hasTooManyLinks;

  /**
   * A line of an access list, but for its path.
   *
   * @param list location of the list
   * @param line its number, from 1
   * @param named the image as the list names it
   * @param run name of the start of the image
   * @param offset first byte that was read, from the start of the file
   * @param bytes length of what was read
   */
  record Line(String list, long line, String named, String run, long offset, long bytes) {}

  /**
   * A row of {@code schemas/simulate/startup_resolving.sql}.
   *
   * @param image its number, as in {@code squash_image.sql}
   * @param path of a link, clean; of an access as it was named
   * @param linkTarget of a link, as written
   * @param access null for a link
   */
  record Step(int image, String path, @Nullable String linkTarget, @Nullable Line access) {}

  /**
   * An access that was followed.
   *
   * @param image its number
   * @param path as it was named
   * @param target the clean path that it leads to; null when there is a fault
   * @param fault why the links lead nowhere; else null
   */
  record Resolved(
      int image, Line access, String path, @Nullable String target, @Nullable String fault) {}

  SymlinkFold(int maxLinks) {
    this.maxLinks = maxLinks;
  }

  @Override
  public void add(Step step, Consumer<Record> output) {
    if (step.image() != image) {
      image = step.image();
      links = new ImageLinks();
      hasTooManyLinks = false;
    }
    Line access = step.access();
    if (access != null) {
      String target = hasTooManyLinks ? null : links.resolve(step.path());
      String fault = target == null ? fault() : null;
      output.accept(new Resolved(image, access, step.path(), target, fault));
      return;
    }
    hasTooManyLinks |= links.size() >= maxLinks;
    String linkTarget = step.linkTarget();
    if (!hasTooManyLinks && linkTarget != null) {
      links.add(step.path(), linkTarget);
    }
  }

  private String fault() {
    return hasTooManyLinks
        ? "the image has more than " + maxLinks + " links"
        : "the links of this path form a loop, or lead too deep";
  }

  @Override
  public void finish(Consumer<Record> output) {
    // Nothing is left to emit: each access was resolved when it was added.
  }
}
