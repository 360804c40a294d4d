package dev.varve.content.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerBlob.DigestOf;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Layers larger than anyone wants to hold, made while they are read. */
@Isolated("measures the memory of the process")
class EndlessLayerTest {
  private static final String ANY = "sha256:" + "0".repeat(64);

  /** Parts of an archive, each made when it is asked for. */
  private static final class Parts extends InputStream {
    private final int parts;
    private final IntFunction<byte[]> maker;
    private byte[] part = new byte[0];
    private int next;
    private int position;

    Parts(int parts, IntFunction<byte[]> maker) {
      this.parts = parts;
      this.maker = maker;
    }

    @Override
    public int read(byte[] buffer, int from, int length) {
      if (position == part.length) {
        if (next == parts) {
          return -1;
        }
        part = maker.apply(next++);
        position = 0;
      }
      int step = Math.min(length, part.length - position);
      System.arraycopy(part, position, buffer, from, step);
      position += step;
      return step;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("one byte a read would take all day");
    }
  }

  @Test
  void manyEmptyFilesNeedNoMoreMemoryThanOne() throws IOException {
    int files = 200_000;
    IntFunction<byte[]> header = at -> Header.ustar('0', "folder/file-" + at, 0).sealed();
    long before = usedBytes();
    try (LayerReader reader = reader(new Parts(files, header))) {
      long count = 0;
      long grown = 0;
      for (FileEntry entry = next(reader); entry != null; entry = next(reader)) {
        count += entry.position() == count ? 1 : 0;
        if (count == files / 2 || count == files) {
          grown = Math.max(grown, usedBytes() - before);
        }
      }
      assertThat(count).isEqualTo(files);
      assertThat(grown).isLessThan(32 << 20);
      assertThat(reader.blobBytes()).isEqualTo(files * 512L);
    }
  }

  @Test
  void oneLargeFileNeedsNoMoreMemoryThanASmallOne() throws IOException {
    int mebibytes = 300;
    long bytes = (long) mebibytes << 20;
    byte[] head = Header.ustar('0', "zeros", bytes).sealed();
    byte[] zeros = new byte[1 << 20];
    long before = usedBytes();
    try (LayerReader reader = reader(new Parts(mebibytes + 1, at -> at == 0 ? head : zeros))) {
      FileEntry entry = Objects.requireNonNull(next(reader));
      assertThat(entry.bytes()).isEqualTo(bytes);
      assertThat(entry.kind()).isEqualTo(EntryKind.FILE);
      // head -c 300M /dev/zero | md5sum
      assertThat(entry.fingerprint()).hasToString("0d97a9cd8bbd7ce75a2a76bb06258915");
      assertThat(usedBytes() - before).isLessThan(32 << 20);
      assertThat(next(reader)).isNull();
    }
  }

  @Test
  void recordsThatNobodyAsksForAreNotKept() throws IOException {
    int headers = 1000;
    String value = "v".repeat(60_000);
    IntFunction<byte[]> global = at -> new HandTar().pax('g', "key-" + at, value).bytes();
    long before = usedBytes();
    try (LayerReader reader = reader(new Parts(headers, global))) {
      assertThat(next(reader)).isNull();
      assertThat(reader.blobBytes()).isGreaterThan(headers * 60_000L);
      assertThat(usedBytes() - before).isLessThan(32 << 20);
    }
  }

  /** A stream made on the fly has no name to check: its mismatch is the sign of the end. */
  private static @Nullable FileEntry next(LayerReader reader) throws IOException {
    try {
      return reader.next();
    } catch (dev.varve.model.MalformedBlobException e) {
      assertThat(e.reason()).isEqualTo(dev.varve.model.RejectReason.DIGEST_MISMATCH);
      return null;
    }
  }

  private static LayerReader reader(InputStream in) throws IOException {
    LayerBlob blob = new LayerBlob(ANY, DigestOf.BLOB, -1, List.of(), null);
    return new LayerReader(blob, in, Reading.reading("md5", Reading.LIMITS));
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
