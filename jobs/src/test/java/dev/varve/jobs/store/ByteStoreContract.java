package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.varve.model.ByteStore;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Everything that holds of each store that is read. */
public abstract class ByteStoreContract {
  private static final int BYTES = 100_000;

  /**
   * A store with files in it.
   *
   * @param folder the location that their paths are below
   */
  public record Filled(ByteStore store, String folder) {
    String at(String path) {
      return folder + "/" + path;
    }
  }

  /** Makes a store with files of the same bytes, by their paths below a folder. */
  protected abstract Filled fill(List<String> paths, byte[] bytes) throws IOException;

  private static byte[] bytes() {
    byte[] bytes = new byte[BYTES];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(ByteStore store, String location, long from, long bytes)
      throws IOException {
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
  void aFolderListsWhatIsRightBelowItByName() throws IOException {
    Filled in = fill(List.of("b", "a", "c"), new byte[3]);
    assertThat(in.store().find(in.folder())).hasValue(Item.folder(in.folder()));
    assertThat(in.store().list(in.folder()))
        .containsExactly(
            Item.file(in.at("a"), 3), Item.file(in.at("b"), 3), Item.file(in.at("c"), 3));
    assertThat(in.store().list(in.at("none"))).isEmpty();
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

  /** By the contract of SeekableByteChannel: a position behind the end is the end. */
  @Test
  void aChannelReadsAtAnyPosition() throws IOException {
    byte[] bytes = bytes();
    Filled in = fill(List.of("one"), bytes);
    try (SeekableByteChannel channel = in.store().channel(in.at("one"))) {
      assertThat(channel.size()).isEqualTo(BYTES);
      for (long position : new long[] {0, 99_000, 500, 600, 1_100, 70_000}) {
        for (ByteBuffer target :
            List.of(ByteBuffer.allocate(500), ByteBuffer.allocateDirect(500))) {
          channel.position(position);
          while (target.hasRemaining() && channel.read(target) >= 0) {
            assertThat(channel.position()).isEqualTo(position + target.position());
          }
          byte[] got = new byte[target.flip().remaining()];
          target.get(got);
          assertThat(got)
              .isEqualTo(Arrays.copyOfRange(bytes, (int) position, (int) position + 500));
        }
      }
      assertThat(channel.position(BYTES).read(ByteBuffer.allocate(1))).isEqualTo(-1);
      assertThat(channel.position(BYTES + 9L).read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void whatIsNotThereIsNotOpened() throws IOException {
    Filled in = fill(List.of("one"), new byte[1]);
    assertThatIOException().isThrownBy(() -> read(in.store(), in.at("none"), 0, -1));
    assertThatIOException().isThrownBy(() -> in.store().channel(in.at("none")).close());
  }

  @Test
  void aLocationIsItsOwnIdentityWhereNoLinkLeads() throws IOException {
    Filled in = fill(List.of("one", "two"), new byte[1]);
    ByteStore store = in.store();
    assertThat(store.identity(in.at("one"))).isEqualTo(store.identity(in.at("one")));
    assertThat(store.identity(in.at("one"))).isNotEqualTo(store.identity(in.at("two")));
  }
}
