package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.Digests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Contents taken apart from what frames them, and the framing read without them. */
class ApartContentTest {
  private static final String SPARSE_MAP = "2\n1\n2\n6\n1\n" + "\0".repeat(502);
  private static final byte[] ARCHIVE =
      new HandTar()
          .file("plain", latin("words"))
          .pax('x', "GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "9")
          .file("sparse", latin(SPARSE_MAP + "abc"))
          .file("not taken", latin("rest"))
          .end()
          .bytes();

  /** All of the archive but the three octets of "words" and "abc", in order. */
  private static final byte[] FRAMING =
      new HandTar()
          .raw(HandTar.Header.ustar('0', "plain", 5).sealed())
          .raw(new byte[507])
          .pax('x', "GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "9")
          .raw(HandTar.Header.ustar('0', "sparse", 515).sealed())
          .raw(latin(SPARSE_MAP))
          .raw(new byte[509])
          .file("not taken", latin("rest"))
          .end()
          .bytes();

  @Test
  void contentsAreDigestedAndEverythingElseIsFraming() throws IOException {
    ByteArrayOutputStream framing = new ByteArrayOutputStream();
    BlobStream blob = new BlobStream(new ByteArrayInputStream(ARCHIVE), Digests.named("md5"));
    TarReader reader =
        new TarReader(blob, blob, Digests.named("sha1"), TarWalk.LIMITS, framing::write);
    List<String> digests = new ArrayList<>();
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      if (entry.name().length < 9) {
        byte[] digest = reader.digestContent(Digests.named("md5"), contents::write);
        digests.add(HexFormat.of().formatHex(digest));
      }
    }
    assertThat(contents.toByteArray()).isEqualTo(latin("words\0ab\0\0\0c\0\0"));
    assertThat(digests)
        .containsExactly(
            "89759e1284e2479b991d2669de104942", // printf words | md5sum
            "08bdd0df9c0169a18957a7275681a000"); // printf '\0ab\0\0\0c\0\0' | md5sum
    assertThat(framing.toByteArray()).isEqualTo(FRAMING);
    assertThat(reader.archiveBytes()).isEqualTo(ARCHIVE.length);
    assertThat(reader.digestNanos()).isPositive();
    assertThat(reader.decodeNanos()).isPositive();
  }

  @Test
  void framingAloneHasTheSameEntriesAtTheSamePlaces() throws IOException {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(FRAMING), Digests.named("md5"));
    TarReader reader = new TarReader(blob, blob, Digests.named("sha1"), TarWalk.LIMITS);
    TarEntry plain = Objects.requireNonNull(reader.next());
    assertThat(plain.contentOffset()).isEqualTo(512);
    assertThat(reader.skipAbsentContent()).isEqualTo(5);
    TarEntry sparse = Objects.requireNonNull(reader.next());
    assertThat(sparse.bytes()).isEqualTo(9);
    // two headers and a block of records behind the first file's 1024 bytes, then the map's block
    assertThat(sparse.contentOffset()).isEqualTo(1024 + 3 * 512 + 512);
    assertThat(reader.skipAbsentContent()).isEqualTo(3);
    TarEntry last = Objects.requireNonNull(reader.next());
    assertThat(last.name()).isEqualTo(latin("not taken"));
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    reader.content(content::write);
    assertThat(content.toByteArray()).isEqualTo(latin("rest"));
    assertThat(reader.next()).isNull();
    assertThat(reader.archiveBytes()).isEqualTo(ARCHIVE.length);
  }
}
