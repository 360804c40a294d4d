package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.digest.Digests;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TarLimitsTest {
  private static final ArchiveLimits FEW = new ArchiveLimits(8192, 100, 120, 256, 3);

  @Test
  void aPathMayBeAsLongAsTheLimitInEveryDialect() throws IOException {
    String most = "p".repeat(120);
    byte[] archive =
        new HandTar()
            .gnuLong('L', most)
            .file("x", latin("1"))
            .pax('x', "path", most)
            .file("x", latin("2"))
            .end()
            .bytes();
    assertThat(TarWalk.of(archive, FEW).steps())
        .extracting(TarWalk.Step::name)
        .containsExactly(most, most);
  }

  @Test
  void aLongerPathIsRefusedInEveryDialect() {
    String more = "p".repeat(121);
    assertLimit(new HandTar().gnuLong('L', more).file("x", latin("1")));
    assertLimit(new HandTar().gnuLong('K', more).add(Header.gnu('2', "x", 0)));
    assertLimit(new HandTar().pax('x', "path", more).file("x", latin("1")));
    assertLimit(new HandTar().pax('x', "linkpath", more).add(Header.ustar('2', "x", 0)));
    assertLimit(
        new HandTar()
            .pax('x', "GNU.sparse.map", "0,1", "GNU.sparse.name", more)
            .file("x", latin("1")));
    Header ustar = Header.ustar('0', "n".repeat(60), 0).put(345, "p".repeat(60));
    assertLimit(new HandTar().add(ustar));
  }

  @Test
  void aPaxHeaderMayBeAsLongAsTheLimit() throws IOException {
    byte[] record = HandTar.record("comment", "c".repeat(244));
    assertThat(record).hasSize(257);
    assertLimit(new HandTar().paxBytes('x', record).file("x", latin("1")));
    assertLimit(new HandTar().paxBytes('g', record).file("x", latin("1")));
    byte[] fits = HandTar.record("comment", "c".repeat(243));
    byte[] archive = new HandTar().paxBytes('x', fits).file("x", latin("1")).end().bytes();
    assertThat(TarWalk.of(archive, FEW).steps()).hasSize(1);
  }

  @Test
  void anArchiveMayBeAsLargeAsTheLimit() throws IOException {
    byte[] fits = new HandTar().file("a", new byte[8192 - 1536]).end().bytes();
    assertThat(fits).hasSize(8192);
    assertThat(TarWalk.of(fits, FEW).steps()).hasSize(1);
    assertLimit(new HandTar().file("a", new byte[8192 - 1024]).end());
    assertLimit(new HandTar().raw(new byte[9000]));
  }

  @Test
  void contentIsRefusedByItsHeaderBeforeItComes() {
    assertLimit(new HandTar().add(Header.ustar('0', "a", 8193)));
    assertLimit(
        new HandTar().pax('x', "size", "9223372036854775807").add(Header.ustar('0', "a", 0)));
  }

  @Test
  void theLargestNumbersDoNotWrapAround() {
    ArchiveLimits none = new ArchiveLimits(Long.MAX_VALUE, 100, 120, 256, 3);
    byte[] archive =
        new HandTar()
            .pax('x', "size", "9223372036854775807")
            .file("a", latin("1"))
            .file("b", latin("2"))
            .end()
            .bytes();
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive, none));
    assertThat(e.reason()).isEqualTo(RejectReason.TRUNCATED);
    byte[] numbers = new byte[12];
    Arrays.fill(numbers, (byte) -1);
    numbers[0] = (byte) 0x80;
    byte[] past = new HandTar().add(Header.gnu('0', "a", 0).put(124, numbers)).bytes();
    assertThat(
            catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(past, none))
                .reason())
        .isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void largestContentThatNobodyReadsIsStillMissed() {
    ArchiveLimits none = new ArchiveLimits(Long.MAX_VALUE, 100, 120, 256, 3);
    byte[] archive =
        new HandTar()
            .pax('x', "size", "9223372036854775807")
            .file("a", latin("1"))
            .file("b", latin("2"))
            .end()
            .bytes();
    BlobStream blob =
        new BlobStream(new java.io.ByteArrayInputStream(archive), Digests.named("md5"));
    TarReader reader = new TarReader(blob, blob, Digests.named("sha256"), none);
    MalformedBlobException e =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> {
              while (reader.next() != null) {}
            });
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(RejectReason.TRUNCATED);
  }

  @Test
  void holesCountAsContent() {
    HandTar sparse =
        new HandTar()
            .pax('x', "GNU.sparse.size", "8000", "GNU.sparse.map", "0,1")
            .file("a", latin("1"))
            .pax('x', "GNU.sparse.size", "8000", "GNU.sparse.map", "0,1")
            .file("b", latin("1"));
    assertLimit(sparse.end());
  }

  @Test
  void holesOfAllFilesTogetherMayBeAsManyBytesAsTheirLimit() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('x', "GNU.sparse.size", "3000", "GNU.sparse.map", "0,1")
            .file("a", latin("1"))
            .pax('x', "GNU.sparse.size", "2001", "GNU.sparse.map", "2000,1")
            .file("b", latin("1"))
            .end()
            .bytes();
    ArchiveLimits fits = new ArchiveLimits(8192, 100, 120, 256, 3, 1000, 4999);
    assertThat(TarWalk.of(archive, fits).steps()).hasSize(2);
    ArchiveLimits less = new ArchiveLimits(8192, 100, 120, 256, 3, 1000, 4998);
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive, less));
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(e).hasMessageContaining("holes");
  }

  @Test
  void aSparseMapMayHaveAsManyPiecesAsTheLimit() throws IOException {
    byte[] fits =
        new HandTar()
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", "0,1,2,1,4,1")
            .file("a", latin("123"))
            .end()
            .bytes();
    assertThat(TarWalk.of(fits, FEW).only().content()).isEqualTo(latin("1\0002\0003\0\0\0\0"));
    assertLimit(
        new HandTar()
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", "0,1,2,1,4,1,6,1")
            .file("a", latin("1234")));
    assertLimit(
        new HandTar()
            .pax('x', "GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "9")
            .file("a", latin("4\n0\n1\n2\n1\n4\n1\n6\n1\n" + "\0".repeat(494) + "1234")));
    Header old =
        Header.gnu('S', "a", 4)
            .put(386, HandTar.octal(0, 11) + HandTar.octal(1, 11))
            .put(410, HandTar.octal(2, 11) + HandTar.octal(1, 11))
            .put(434, HandTar.octal(4, 11) + HandTar.octal(1, 11))
            .put(458, HandTar.octal(6, 11) + HandTar.octal(1, 11))
            .put(483, HandTar.octal(9, 11));
    assertLimit(new HandTar().add(old, latin("1234")));
  }

  private static void assertLimit(HandTar tar) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(tar.bytes(), FEW));
    assertThat(e).isNotNull();
    assertThat(e.reason()).as(e.explanation()).isEqualTo(RejectReason.LIMIT);
  }
}
