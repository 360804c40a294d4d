package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ArchiveSizeTest {
  private static final int BYTES = 100_000;

  private final MemoryStore store = new MemoryStore();

  private static byte[] archive() {
    byte[] archive = new byte[BYTES];
    new Random(1).nextBytes(archive);
    Arrays.fill(archive, BYTES / 2, BYTES, (byte) 'x');
    return archive;
  }

  private static byte[] gzip(byte[]... members) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] member : members) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(member);
      }
    }
    return out.toByteArray();
  }

  private long size(byte[] blob) throws IOException {
    // The blob lies inside an archive, behind other bytes.
    byte[] around = new byte[blob.length + 14];
    System.arraycopy(blob, 0, around, 7, blob.length);
    store.put("in.tar", around);
    LayerCandidate layer =
        new LayerCandidate(
            new LayerBlob("x", LayerBlob.DigestOf.BLOB, blob.length, List.of(), null),
            List.of(new BlobPlace(MemoryStore.ROOT + "/in.tar", 7, blob.length)));
    return ArchiveSize.of(store, layer).orElse(-1);
  }

  @Test
  void gzipTellsItAtItsEnd() throws IOException {
    assertThat(size(gzip(archive()))).isEqualTo(BYTES);
  }

  /** A missing or cut blob contributes no file, unless another place has it. */
  @Test
  void aBrokenBlobHasNoArchive() throws IOException {
    byte[] whole = gzip(archive());
    store.put("whole", whole);
    store.put("cut", Arrays.copyOf(whole, whole.length - 1));
    assertThat(size(whole.length, "whole")).isEqualTo(BYTES);
    assertThat(size(whole.length, "cut")).isZero();
    assertThat(size(whole.length, "missing")).isZero();
    assertThat(size(whole.length, "cut", "whole")).isEqualTo(-1);
    assertThat(size(whole.length, "missing", "whole")).isEqualTo(-1);
  }

  private long size(long bytes, String... names) throws IOException {
    LayerBlob blob = new LayerBlob("x", LayerBlob.DigestOf.BLOB, bytes, List.of(), null);
    List<BlobPlace> places =
        Arrays.stream(names)
            .map(name -> new BlobPlace(MemoryStore.ROOT + "/" + name, 0, -1))
            .toList();
    return ArchiveSize.of(store, new LayerCandidate(blob, places)).orElse(-1);
  }

  @Test
  void zstdTellsItInItsHeader() throws IOException {
    assertThat(size(Zstd.compress(archive()))).isEqualTo(BYTES);
  }

  /** A header of 18 bytes and a trailer of 4; half of 22 bytes is the least that they can tell. */
  @Test
  void lessThanHalfOfTheBlobIsUnknown() throws IOException {
    byte[] blob = new byte[22];
    blob[0] = 0x1f;
    blob[1] = (byte) 0x8b;
    blob[18] = 11;
    assertThat(size(blob)).isEqualTo(11);
    blob[18] = 10;
    assertThat(size(blob)).isEqualTo(-1);
    byte[] shorter = Arrays.copyOf(blob, 21);
    shorter[17] = 100;
    assertThat(size(shorter)).isEqualTo(-1);
  }

  /** The last member alone, 10 bytes, cannot be what 50,000 bytes were compressed from. */
  @Test
  void whatCannotBeIsUnknown() throws IOException {
    assertThat(size(gzip(archive(), new byte[10]))).isEqualTo(-1);
    assertThat(size(archive())).isEqualTo(-1);
    assertThat(size(new byte[5])).isEqualTo(-1);
  }
}
