package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.ByteStore;
import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Everything that holds of each store whose files are read as streams. */
public abstract class ReadingContract {
  static final int BYTES = 100_000;

  /**
   * A store with files in it.
   *
   * @param folder the location that their names are below
   * @param name the name of a file, from its path
   */
  public record Filled(ByteStore store, String folder, UnaryOperator<String> name) {
    /** Files that are named by their paths. */
    public Filled(ByteStore store, String folder) {
      this(store, folder, UnaryOperator.identity());
    }

    String at(String path) {
      return folder + "/" + name.apply(path);
    }
  }

  /** Makes a store with files of the same bytes, by their paths below a folder. */
  protected abstract Filled fill(List<String> paths, byte[] bytes) throws IOException;

  static byte[] bytes() {
    byte[] bytes = new byte[BYTES];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  static byte[] read(ByteStore store, String location, long from, long bytes) throws IOException {
    try (InputStream in = store.open(location, from, bytes)) {
      return in.readAllBytes();
    }
  }

  @Test
  void aFileIsFoundWithItsLength() throws IOException {
    Filled in = fill(List.of("one"), bytes());
    assertThat(in.store().find(in.at("one"))).hasValue(Item.file(in.at("one"), BYTES));
    assertThat(in.store().find(in.at("none"))).isEmpty();
    assertThat(in.store().find(in.at("on"))).isEmpty();
  }

  @Test
  void anyPartOfAFileIsRead() throws IOException {
    byte[] bytes = bytes();
    Filled in = fill(List.of("one"), bytes);
    String one = in.at("one");
    assertThat(read(in.store(), one, 0, -1)).isEqualTo(bytes);
    assertThat(read(in.store(), one, 99_990, -1))
        .isEqualTo(Arrays.copyOfRange(bytes, 99_990, BYTES));
    assertThat(read(in.store(), one, 5_000, 70_000))
        .isEqualTo(Arrays.copyOfRange(bytes, 5_000, 75_000));
    assertThat(read(in.store(), one, 99_990, 50))
        .isEqualTo(Arrays.copyOfRange(bytes, 99_990, BYTES));
    assertThat(read(in.store(), one, 10, 0)).isEmpty();
  }

  @Test
  void aSkipSeeks() throws IOException {
    byte[] bytes = bytes();
    Filled in = fill(List.of("one"), bytes);
    try (InputStream stream = in.store().open(in.at("one"), 10, -1)) {
      assertThat(stream.read()).isEqualTo(bytes[10] & 0xff);
      stream.skipNBytes(80_000);
      assertThat(stream.read()).isEqualTo(bytes[80_011] & 0xff);
    }
  }

  /** Reading from an offset behind the end of a file gives no bytes, as with a FileChannel. */
  @Test
  void aPartBehindTheEndIsEmpty() throws IOException {
    Filled in = fill(List.of("one"), new byte[5]);
    assertThat(read(in.store(), in.at("one"), 5, -1)).isEmpty();
    assertThat(read(in.store(), in.at("one"), 5, 3)).isEmpty();
    assertThat(read(in.store(), in.at("one"), 9_000, -1)).isEmpty();
    assertThat(read(in.store(), in.at("one"), 9_000, 3)).isEmpty();
  }

  @Test
  void whatIsNotThereIsNotOpened() throws IOException {
    Filled in = fill(List.of("one"), new byte[1]);
    assertThatThrownBy(() -> read(in.store(), in.at("none"), 0, -1))
        .isInstanceOf(FileNotFoundException.class);
  }
}
