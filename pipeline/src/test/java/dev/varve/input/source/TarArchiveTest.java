package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.varve.input.codec.FailingStream;
import dev.varve.input.codec.Packing;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarArchiveTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void anArchiveCompressedAsAWholeIsUnsupportedAndSaysWhatToDo(Packing packing) throws IOException {
    store.put("a.tar", packing.pack(layout()));
    assertThat(rejected())
        .returns(RejectReason.UNSUPPORTED, Finding.Rejected::reason)
        .returns(0L, Finding.Rejected::offset)
        .satisfies(
            found -> assertThat(found.message()).contains(packing.label(), "decompress it first"));
  }

  @Test
  void aTarOfSomethingElseIsUnsupported() throws IOException {
    store.put("a.tar", Shelf.tar(Map.of("readme", "hello".getBytes(StandardCharsets.UTF_8))));
    assertThat(rejected().reason()).isEqualTo(RejectReason.UNSUPPORTED);
    store.put("a.tar", new byte[0]);
    assertThat(rejected().reason()).isIn(RejectReason.UNSUPPORTED, RejectReason.TRUNCATED);
  }

  @Test
  void whatIsNoTarIsCorrupt() throws IOException {
    byte[] noise = new byte[5000];
    new Random(4).nextBytes(noise);
    store.put("a.tar", noise);
    assertThat(rejected().reason()).isEqualTo(RejectReason.CORRUPT);
    store.put("a.tar", "just some text, longer than a magic number");
    assertThat(rejected().reason()).isEqualTo(RejectReason.UNSUPPORTED);
  }

  @Test
  void aCutArchiveIsListedAndGivesNoImage() throws IOException {
    byte[] whole = layout();
    int end = indexOfEnd(whole);
    for (int cut = 10; cut < end; cut += 97) {
      store.put("a.tar", Arrays.copyOf(whole, cut));
      List<Finding> findings = Shelf.findings(store, "/a.tar");
      assertThat(Shelf.of(findings, Finding.Image.class)).as("cut at %d", cut).isEmpty();
      assertThat(Shelf.of(findings, Finding.Rejected.class)).as("cut at %d", cut).isNotEmpty();
    }
  }

  @Test
  void aFileThatIsLongerThanTheArchiveIsTruncation() throws IOException {
    byte[] whole = layout();
    store.put("a.tar", Arrays.copyOf(whole, 512 + 512 + 512 + 4));
    assertThat(rejected().reason()).isEqualTo(RejectReason.TRUNCATED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 700, 2000})
  void aFaultOfTheMediumIsPassedOnAsItIs(int at) {
    byte[] whole = layout();
    IOException fault = new IOException("Truncated by the network");
    MemoryStore broken =
        new MemoryStore() {
          @Override
          public SeekableByteChannel channel(String location) throws IOException {
            return new FailingChannel(super.channel(location), at, fault);
          }
        };
    broken.put("a.tar", whole);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Shelf.findings(broken, "/a.tar"))
        .isSameAs(fault);
  }

  @Test
  void aFaultWhileADocumentIsReadIsPassedOnAsItIs() {
    IOException fault = new IOException("reset");
    MemoryStore broken =
        new MemoryStore() {
          @Override
          public InputStream open(String location, long offset, long bytes) throws IOException {
            return offset == 0 ? super.open(location, offset, bytes) : new FailingStream(fault);
          }
        };
    broken.put("a.tar", layout());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Shelf.findings(broken, "/a.tar"))
        .isSameAs(fault);
  }

  private byte[] layout() {
    String image = shelf.image("app");
    return Shelf.tar(shelf.layoutFiles(Shelf.index(shelf.descriptor(Shelf.MANIFEST, image))));
  }

  /** Where the last file's content ends: behind it there are zeros only. */
  private static int indexOfEnd(byte[] archive) {
    int end = archive.length;
    while (archive[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private Finding.Rejected rejected() throws IOException {
    List<Finding> findings = Shelf.findings(store, "/a.tar");
    assertThat(findings).hasSize(1);
    Finding.Rejected rejected = (Finding.Rejected) findings.get(0);
    assertThat(rejected.source()).isEqualTo(MemoryStore.ROOT + "/a.tar");
    return rejected;
  }

  /** A channel that fails once it is read from a place or past it. */
  private record FailingChannel(SeekableByteChannel in, long at, IOException fault)
      implements SeekableByteChannel {
    @Override
    public int read(ByteBuffer buffer) throws IOException {
      if (in.position() + buffer.remaining() > at) {
        throw fault;
      }
      return in.read(buffer);
    }

    @Override
    public int write(ByteBuffer buffer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() throws IOException {
      return in.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      in.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return in.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
      return in.isOpen();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
