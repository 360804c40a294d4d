package dev.varve.jobs.simulate.squash;

import dev.varve.content.squash.LayeredEntry;
import dev.varve.content.squash.SquashFold;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.EntryKind;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Computes the states of entries, which come sorted by image, key, depth and position. One image
 * after another is processed by a {@link SquashFold}, which adds the folders that no layer lists.
 */
final class UnpackFold implements Fold<UnpackFold.ImageEntry> {
  /** Position of a folder that no layer lists; its depth is the least of its entries. */
  private static final int UNLISTED = -1;

  private int image = -1;
  private @Nullable SquashFold<LayeredEntry> fold;
  private Consumer<Record> output = row -> {};

  /**
   * A row of {@code schemas/simulate/squash_entry.sql}.
   *
   * @param image its number, as in {@code squash_image.sql}
   */
  record ImageEntry(int image, LayeredEntry entry) {}

  /** Fate of an entry of an image once all layers are unpacked. */
  enum State {
    LIVE,
    HIDDEN,
    MARKER,
    MOVED
  }

  /**
   * An entry with its state, or the target of a hard link.
   *
   * @param image its number
   * @param path clean
   * @param depth of the layer, 0 = base
   * @param position in the layer's archive, from 0; {@link #UNLISTED} for a folder that no layer
   *     lists
   * @param linkTarget of a symbolic link, as written; else null
   * @param content of a file, and of a hard link to one; else null
   * @param movedPath the new path of an entry in a linked folder; else null
   * @param isTarget whether this is no entry of the layer, but the target path of the hard link
   *     with this depth and position
   */
  record SquashedEntry(
      int image,
      String path,
      int depth,
      int position,
      EntryKind kind,
      @Nullable String linkTarget,
      LayeredEntry.@Nullable Content content,
      State state,
      @Nullable String movedPath,
      boolean isTarget) {}

  @Override
  public void add(ImageEntry row, Consumer<Record> output) {
    if (fold == null || row.image() != image) {
      finish(output);
      image = row.image();
      fold = new SquashFold<>(new EntryEmitter());
    }
    this.output = output;
    fold.add(row.entry());
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (fold != null) {
      this.output = output;
      fold.finish();
    }
  }

  /** Emits entries as the fold reports them. */
  private final class EntryEmitter implements SquashFold.View<LayeredEntry> {
    @Override
    public void live(LayeredEntry entry) {
      emit(entry, State.LIVE, null);
    }

    @Override
    public void unlisted(String path, int depth) {
      live(new LayeredEntry(path, depth, UNLISTED, EntryKind.DIRECTORY, null, null));
    }

    @Override
    public void hidden(LayeredEntry entry) {
      emit(entry, State.HIDDEN, null);
    }

    @Override
    public void marker(LayeredEntry entry) {
      emit(entry, State.MARKER, null);
    }

    @Override
    public void moved(LayeredEntry entry, String path) {
      emit(entry, State.MOVED, path);
    }

    private void emit(LayeredEntry entry, State state, @Nullable String movedPath) {
      output.accept(
          new SquashedEntry(
              image,
              entry.path(),
              entry.depth(),
              entry.position(),
              entry.kind(),
              entry.linkTarget(),
              entry.content(),
              state,
              movedPath,
              entry.isTarget()));
    }
  }
}
