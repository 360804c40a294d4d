package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.varve.model.ByteStore;
import dev.varve.model.ByteStore.Item;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Everything that holds of each store of folders, with files that are read at any position. */
public abstract class ByteStoreContract extends ReadingContract {
  @Test
  void aFolderListsWhatIsRightBelowItByName() throws IOException {
    Filled in = fill(List.of("b", "a", "c"), new byte[3]);
    assertThat(in.store().find(in.folder())).hasValue(Item.folder(in.folder()));
    assertThat(in.store().list(in.folder()))
        .containsExactly(
            Item.file(in.at("a"), 3), Item.file(in.at("b"), 3), Item.file(in.at("c"), 3));
    assertThat(in.store().list(in.at("none"))).isEmpty();
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
  void whatIsNotThereHasNoChannel() throws IOException {
    Filled in = fill(List.of("one"), new byte[1]);
    assertThatIOException().isThrownBy(() -> in.store().channel(in.at("none")).close());
  }

  @Test
  void aLocationIsItsOwnIdentityWhereNoLinkLeads() throws IOException {
    Filled in = fill(List.of("one", "two"), new byte[1]);
    ByteStore store = in.store();
    assertThat(store.identity(in.at("one"))).isEqualTo(store.identity(in.at("one")));
    assertThat(store.identity(in.at("one"))).isNotEqualTo(store.identity(in.at("two")));
  }

  /** By the contract of SeekableByteChannel. */
  @Test
  void aClosedChannelReadsNoMore() throws IOException {
    Filled in = fill(List.of("one"), new byte[5]);
    SeekableByteChannel channel = in.store().channel(in.at("one"));
    assertThatIllegalArgumentException().isThrownBy(() -> channel.position(-1));
    channel.close();
    channel.close();
    assertThat(channel.isOpen()).isFalse();
    assertThatIOException().isThrownBy(() -> channel.read(ByteBuffer.allocate(1)));
  }
}
