package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import dev.varve.startup.LayeredEntry.Content;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Contents of hard links, of links and files sorted by image, depth and position. A link has the
 * content of the last file at its target in its own layer, or else of the last file or hard link
 * there. Stores the targets of one image's links, some 250 bytes each.
 */
final class HardLinkFold implements Fold<HardLinkFold.LinkEntry> {
  private final Map<String, Target> targets = new HashMap<>();
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

  /**
   * A path that links lead to.
   *
   * @param file the last one there, if there was any
   * @param last content of the last file or hard link there
   */
  private record Target(@Nullable Content file, @Nullable Content last) {
    private static final Target NONE = new Target(null, null);

    @Nullable Content of(int depth) {
      return file != null && file.depth() == depth ? file : last;
    }
  }

  @Override
  public void add(LinkEntry entry, Consumer<Record> output) {
    if (entry.image() != image) {
      image = entry.image();
      targets.clear();
    }
    boolean isFile = entry.kind() == EntryKind.FILE;
    Content content =
        isFile
            ? new Content(entry.bytes(), entry.depth(), entry.position())
            : targets.getOrDefault(entry.target(), Target.NONE).of(entry.depth());
    if (!isFile && content != null) {
      output.accept(new LinkContent(image, entry.depth(), entry.position(), content));
    }
    if (entry.linked()) {
      Target before = targets.getOrDefault(entry.path(), Target.NONE);
      targets.put(entry.path(), new Target(isFile ? content : before.file(), content));
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    // Every link was answered when it came.
  }
}
