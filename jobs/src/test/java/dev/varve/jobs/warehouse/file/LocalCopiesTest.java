package dev.varve.jobs.warehouse.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.hadoop.Stores;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCopiesTest {
  private static final String TEXT = "varves are layers of a year";
  private static boolean mended;

  @TempDir private Path folder;

  /** Each file that is opened ends with an error after some bytes, until it is mended. */
  public static final class Torn extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("torn:///");
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int buffer) throws IOException {
      return mended ? super.open(file, buffer) : new FSDataInputStream(new TornStream());
    }
  }

  private static final class TornStream extends FSInputStream {
    private int position;

    @Override
    public int read() throws IOException {
      if (position == 5) {
        throw new IOException("no replica left");
      }
      return TEXT.charAt(position++);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      into[offset] = (byte) read();
      return 1;
    }

    @Override
    public void seek(long to) {}

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long to) {
      return false;
    }
  }

  @Test
  void whatWasCopiedHalfwayIsDeletedAndCopiedAgain() throws Exception {
    String file = Files.writeString(folder.resolve("a.parquet"), TEXT).toString();
    Path parent = folder.resolve("copies");
    mended = false;
    Store store = Stores.of(Map.of("spark.hadoop.fs.torn.impl", Torn.class.getName()));
    try (LocalCopies copies = new LocalCopies(store, parent.toString())) {
      List<String> asked = List.of("torn://" + file);
      assertThatThrownBy(() -> copies.localPaths(asked))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file + ", copied to " + parent + ": no replica left");
      try (Stream<Path> left = Files.walk(parent)) {
        assertThat(left.filter(Files::isRegularFile)).isEmpty();
      }
      mended = true;
      assertThat(Files.readString(copies.localPaths(asked).get(0), UTF_8)).isEqualTo(TEXT);
    }
    assertThat(parent).isEmptyDirectory();
  }
}
