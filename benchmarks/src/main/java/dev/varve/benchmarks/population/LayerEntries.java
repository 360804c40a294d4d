package dev.varve.benchmarks.population;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a layer: block after block of a directory with up to 16 files, here and there with
 * a link or a whiteout. One file of a hundred is empty.
 */
final class LayerEntries implements Iterator<FileEntry> {
  private static final int TAR_BLOCK = 512;
  private static final int TRAILER = 1024;
  private static final double EMPTY_RATIO = 53_654_306 / 5.28e9;
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final long START_MICROS = 1_400_000_000_000_000L;
  private static final int FILE_MODE = 0644;
  private static final int DIRECTORY_MODE = 0755;

  /** Where packages lie. */
  private static final String[] FOLDERS = {
    "usr/share/doc/",
    "usr/lib/x86_64-linux-gnu/",
    "usr/lib/python3/dist-packages/",
    "usr/lib/node_modules/",
    "usr/share/locale/",
    "var/lib/dpkg/info/",
    "usr/include/",
    "var/cache/apt/archives/",
    "opt/",
    "usr/local/lib/ruby/gems/",
    "root/.m2/repository/",
    "srv/app/"
  };

  private final PopulationLayer layer;
  private final LayerPopulation all;
  private final Queue<FileEntry> ready = new ArrayDeque<>();
  private int block;
  private int left;
  private int position;
  private long offset;
  private long fileBytes;

  LayerEntries(PopulationLayer layer) {
    this.layer = layer;
    all = layer.of();
    left = layer.files();
  }

  @Override
  public boolean hasNext() {
    if (ready.isEmpty() && left > 0) {
      addBlock();
    }
    return !ready.isEmpty();
  }

  @Override
  public FileEntry next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  /** Length of the archive up to here, with the trailer. */
  long archiveBytes() {
    return offset + TRAILER;
  }

  /** Bytes of the files up to here. */
  long fileBytes() {
    return fileBytes;
  }

  /** Bytes up to here that are no contents of files. */
  long framingBytes() {
    return offset - fileBytes;
  }

  private void addBlock() {
    boolean rebuilt = LayerPopulation.isRebuilt(layer.number());
    long place = layer.firstPlace() + block;
    boolean changed = rebuilt && block % 64 == 63;
    long held =
        all.contents.repeats().content(changed ? drawnPlace(place) : all.places.permuted(place));
    long micros = START_MICROS + Seed.mix(held) % 1000 * DAY_MICROS + (rebuilt ? DAY_MICROS : 0);
    String folder = FOLDERS[(int) Long.remainderUnsigned(Seed.mix(held + 1), FOLDERS.length)];
    String path = folder + "p" + held;
    add(path, EntryKind.DIRECTORY, 0, null, null, micros, null);
    int files = Math.min(left, FileContents.BLOCK);
    for (int slot = 0; slot < files; slot++) {
      long content = content(place, held, slot);
      FileContents.Type type = all.contents.type(content);
      add(
          path + "/f" + slot + type.suffix,
          EntryKind.FILE,
          all.contents.bytes(content),
          all.contents.fingerprint(content),
          content == FileContents.EMPTY ? "empty" : type.name().toLowerCase(java.util.Locale.ROOT),
          micros,
          null);
    }
    if (block % 2 == 1) {
      add(path + "/current", EntryKind.SYMLINK, 0, null, null, micros, "f0");
    }
    if (block % 16 == 3) {
      add(path + "/again", EntryKind.HARD_LINK, 0, null, null, micros, path + "/f0");
    }
    if (block % 64 == 5) {
      add(path + "/.wh.old", EntryKind.WHITEOUT, 0, null, null, micros, null);
    }
    left -= files;
    block++;
  }

  private long drawnPlace(long place) {
    return Long.remainderUnsigned(
        all.seed.at("changed").at(layer.number()).at(place).value(),
        all.contents.repeats().places());
  }

  private long content(long place, long held, int slot) {
    Seed file = all.seed.at("empty").at(place * FileContents.BLOCK + slot);
    boolean empty = FileContents.unit(file) < EMPTY_RATIO;
    return empty ? FileContents.EMPTY : FileContents.content(held, slot);
  }

  private void add(
      String path,
      EntryKind kind,
      long bytes,
      @Nullable Fingerprint fingerprint,
      @Nullable String type,
      long micros,
      @Nullable String target) {
    long start = offset;
    offset += TAR_BLOCK;
    long content = offset;
    offset += (bytes + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
    fileBytes += bytes;
    int mode = kind == EntryKind.DIRECTORY ? DIRECTORY_MODE : FILE_MODE;
    ready.add(
        new FileEntry(
            position++,
            path,
            kind,
            bytes,
            fingerprint,
            type,
            content,
            mode,
            0,
            0,
            micros,
            target,
            layer.storedBytes(offset) - layer.storedBytes(start)));
  }
}
