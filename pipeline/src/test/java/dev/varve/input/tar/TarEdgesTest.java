package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static dev.varve.input.tar.HandTar.octal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives at the edges of their fields and blocks. */
class TarEdgesTest {

  @Test
  void aNameMayBeEmpty() throws IOException {
    byte[] archive = new HandTar().file("", latin("x")).end().bytes();
    TarWalk.Step only = TarWalk.of(archive).only();
    assertThat(only.entry().type()).isEqualTo('0');
    assertThat(only.name()).isEmpty();
    assertThat(only.content()).isEqualTo(latin("x"));
  }

  @Test
  void aLinkTargetMayBeAsLongAsTheLimit() throws IOException {
    String most = "t".repeat(120);
    byte[] archive = new HandTar().gnuLong('K', most).add(Header.gnu('2', "x", 0)).end().bytes();
    ArchiveLimits limits = new ArchiveLimits(8192, 100, 120, 256, 3);
    assertThat(TarWalk.of(archive, limits).only().link()).isEqualTo(most);
  }

  @Test
  void aHeaderThatEndsTheArchiveIsReadHoweverItsBytesCome() throws IOException {
    byte[] archive = new HandTar().add(Header.ustar('5', "a/", 0)).bytes();
    BlobStream blob = new BlobStream(new OneByteSteps(archive), null);
    TarReader reader = new TarReader(blob, blob, null, TarWalk.LIMITS);
    TarEntry entry = Objects.requireNonNull(reader.next());
    assertThat(entry.name()).isEqualTo(latin("a/"));
    assertThat(reader.next()).isNull();
  }

  /** GNU tar's manual, "Old GNU Format": four pieces stand in the header itself. */
  @Test
  void anOldSparseFileOfFewPiecesHasNoBlocksBehindItsHeader() throws IOException {
    Header old =
        Header.gnu('S', "a", 3)
            .put(386, octal(1, 11) + octal(2, 11))
            .put(410, octal(6, 11) + octal(1, 11))
            .put(483, octal(9, 11));
    TarWalk.Step only = TarWalk.of(new HandTar().add(old, latin("abc")).end().bytes()).only();
    assertThat(only.content()).isEqualTo(latin("\0ab\0\0\0c\0\0"));
    assertThat(only.entry().contentOffset()).isEqualTo(512);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0,1,2; an offset without a length",
        "2,2,3,1; piece 1 at 3 with 1 bytes",
        "0,2; its pieces have 2 bytes, the archive stores 3"
      })
  void theFaultOfASparseMapIsSaid(String map, String fault) {
    HandTar tar =
        new HandTar()
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", map)
            .file("a", latin("abc"));
    assertThat(corrupt(tar))
        .hasMessage("an invalid sparse map: " + fault + " (byte 1536 of the archive)");
  }

  @Test
  void aSparseMapThatFillsItsFileIsSaidToBeTooLong() {
    HandTar tar =
        new HandTar()
            .pax('x', "GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "9")
            .file("a", latin("1\n0\n1\n"));
    assertThat(corrupt(tar))
        .hasMessageContaining("a sparse map longer than the content of its entry");
  }

  @Test
  void aRecordOfPaxIsLongerThanItsLength() {
    assertThat(corrupt(new HandTar().paxBytes('x', latin("3 \n")).file("a", latin(""))))
        .hasMessageContaining("a PAX record with a wrong length");
  }

  @Test
  void minusZeroIsZero() throws IOException {
    byte[] archive = new HandTar().pax('x', "uid", "-0").file("a", latin("")).end().bytes();
    assertThat(TarWalk.of(archive).only().entry().uid()).isZero();
  }

  @Test
  void backslashesAloneAreEscapedAndBlanksAreNot() {
    assertThat(PathText.text(latin("\\\\"))).isEqualTo("\\x5c\\x5c");
    assertThat(PathText.text(latin("a b\n"))).isEqualTo("a b\\x0a");
  }

  private static MalformedBlobException corrupt(HandTar tar) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(tar.end().bytes()));
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    return e;
  }
}
