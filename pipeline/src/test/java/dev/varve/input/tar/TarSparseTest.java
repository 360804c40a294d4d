package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static dev.varve.input.tar.HandTar.octal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sparse maps written by hand: good, lying, and cut. What GNU tar itself writes is in GnuTarTest.
 */
class TarSparseTest {
  private static final byte[] EXPECTED = latin("\0\0ab\0\0\0c\0");

  @Test
  void format00ListsItsPiecesInRecords() throws IOException {
    byte[] archive =
        new HandTar()
            .pax(
                'x',
                "GNU.sparse.size",
                "9",
                "GNU.sparse.numblocks",
                "2",
                "GNU.sparse.offset",
                "2",
                "GNU.sparse.numbytes",
                "2",
                "GNU.sparse.offset",
                "7",
                "GNU.sparse.numbytes",
                "1")
            .file("a", latin("abc"))
            .file("next", latin("x"))
            .end()
            .bytes();
    assertSparseThenNext(archive, "a");
  }

  @Test
  void format01ListsThemInOneRecord() throws IOException {
    byte[] archive =
        new HandTar()
            .pax(
                'x', "GNU.sparse.size", "9", "GNU.sparse.name", "real", "GNU.sparse.map", "2,2,7,1")
            .file("GNUSparseFile.0/real", latin("abc"))
            .file("next", latin("x"))
            .end()
            .bytes();
    assertSparseThenNext(archive, "real");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,1"})
  void theOlderFormatsMayStateTheirVersion(String major, String minor) throws IOException {
    // Go's archive/tar reads GNU.sparse.major=0 as these formats, with the map in the records.
    byte[] archive =
        new HandTar()
            .pax(
                'x',
                "GNU.sparse.major",
                major,
                "GNU.sparse.minor",
                minor,
                "GNU.sparse.size",
                "9",
                "GNU.sparse.map",
                "2,2,7,1")
            .file("real", latin("abc"))
            .file("next", latin("x"))
            .end()
            .bytes();
    assertSparseThenNext(archive, "real");
  }

  @Test
  void format10PutsThemInFrontOfTheData() throws IOException {
    byte[] archive =
        version10("9", "2\n2\n2\n7\n1\n" + "\0".repeat(502) + "abc")
            .file("next", latin("x"))
            .end()
            .bytes();
    assertSparseThenNext(archive, "real");
  }

  @Test
  void theOldFormContinuesInBlocksBehindTheHeader() throws IOException {
    StringBuilder data = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    Header header = Header.gnu('S', "a", 30).put(482, "\001").put(483, octal(60, 11));
    byte[][] more = {new byte[512], new byte[512]};
    for (int piece = 0; piece < 30; piece++) {
      String pair = octal(piece * 2L, 11) + octal(1, 11);
      char letter = (char) ('A' + piece);
      data.append(letter);
      expected.append(letter).append('\0');
      if (piece < 4) {
        header.put(386 + 24 * piece, pair);
      } else {
        int at = piece - 4;
        System.arraycopy(latin(pair), 0, more[at / 21], at % 21 * 24, 24);
      }
    }
    more[0][504] = 1;
    byte[] archive =
        new HandTar()
            .raw(header.sealed())
            .raw(more[0])
            .raw(more[1])
            .raw(latin(data.toString()))
            .raw(new byte[482])
            .file("next", latin("x"))
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly("a", "next");
    assertThat(walk.steps().get(0).content()).isEqualTo(latin(expected.toString()));
    assertThat(walk.steps().get(0).entry().type()).isEqualTo('0');
    assertThat(walk.steps().get(0).entry().contentOffset()).isEqualTo(1536);
    for (int cut = 512; cut < 1536 + 30; cut += 61) {
      byte[] part = java.util.Arrays.copyOf(archive, cut);
      assertThat(
              catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(part)).reason())
          .isEqualTo(RejectReason.TRUNCATED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2,2,7",
        "2,2,7,2",
        "2,2,3,1",
        "7,1,2,2",
        "2,2,7,0",
        "2,2",
        "2,4",
        "2,-2,7,5",
        "2,2,x,1",
        "2,2,9,1",
        "9223372036854775807,1,7,2",
        "2,9223372036854775807,7,1",
        "2,,7,1"
      })
  void aLyingMapInTheRecordsIsCorrupt(String map) {
    assertCorrupt(
        new HandTar()
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", map)
            .file("a", latin("abc")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2\n2\n2\n7\n",
        "x\n",
        "\n",
        "1\n2\n",
        "2\n2\n2\n7\n2\n",
        "0\n",
        "-1\n",
        "4611686018427387904\n",
        "9223372036854775807\n",
        "99999999999999999999\n",
        "2\n2\n2\n7\n0000000000000000000000000000001\n"
      })
  void aLyingMapInFrontOfTheDataIsBadData(String map) {
    String fill = "\0".repeat(512 - map.length());
    for (String rest : new String[] {fill + "abc", fill, ""}) {
      MalformedBlobException e =
          catchThrowableOfType(
              MalformedBlobException.class,
              () -> TarWalk.of(version10("9", map + rest).end().bytes()));
      if (map.equals("0\n") && rest.equals(fill)) {
        assertThat(e).as("no data at all is no lie").isNull();
        continue;
      }
      assertThat(e).as("%s with %d bytes behind", map, rest.length()).isNotNull();
      assertThat(e.reason()).isIn(RejectReason.CORRUPT, RejectReason.LIMIT);
    }
  }

  @Test
  void aMapWithoutThePaddingBehindItIsCorrupt() {
    assertCorrupt(version10("9", "2\n2\n2\n7\n1\n"));
  }

  @Test
  void aFileThatIsAllHoleHasContent() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('x', "GNU.sparse.size", "200000", "GNU.sparse.map", "200000,0")
            .file("a", new byte[0])
            .pax('x', "GNU.sparse.major", "0", "GNU.sparse.minor", "0", "GNU.sparse.size", "200000")
            .file("b", new byte[0])
            .end()
            .bytes();
    assertThat(TarWalk.of(archive).steps())
        .allSatisfy(step -> assertThat(step.content()).isEqualTo(new byte[200_000]))
        .hasSize(2);
  }

  /** As Go's archive/tar takes them: the name is that of the header too. */
  @ParameterizedTest
  @CsvSource({"0, 2", "1, 1", "2, 0", "1, ''", "'', 0"})
  void otherVersionsArePlainFiles(String major, String minor) throws IOException {
    byte[] archive =
        new HandTar()
            .pax(
                'x',
                "GNU.sparse.major",
                major,
                "GNU.sparse.minor",
                minor,
                "GNU.sparse.size",
                "9",
                "GNU.sparse.name",
                "real",
                "GNU.sparse.map",
                "2,2,7,1")
            .file("plain", latin("abc"))
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.name", "real")
            .file("no-map", latin("abc"))
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly("plain", "no-map");
    assertThat(walk.steps()).allSatisfy(step -> assertThat(step.content()).isEqualTo(latin("abc")));
  }

  /** The header of star has another layout there. */
  @Test
  void theOldFormIsOfGnuAlone() {
    assertCorrupt(
        new HandTar()
            .add(
                Header.ustar('S', "a", 3)
                    .put(386, octal(2, 11) + octal(3, 11))
                    .put(483, octal(9, 11)),
                latin("abc")));
  }

  @Test
  void contentThatNobodyReadsIsPassedOver() throws IOException {
    byte[] archive =
        version10("9", "2\n2\n2\n7\n1\n" + "\0".repeat(502) + "abc")
            .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", "2,2,7,1")
            .file("b", latin("abc"))
            .file("next", latin("x"))
            .end()
            .bytes();
    assertThat(TarWalk.names(archive)).containsExactly("real", "b", "next");
  }

  private static HandTar version10(String realSize, String stored) {
    return new HandTar()
        .pax(
            'x',
            "GNU.sparse.major",
            "1",
            "GNU.sparse.minor",
            "0",
            "GNU.sparse.name",
            "real",
            "GNU.sparse.realsize",
            realSize)
        .file("GNUSparseFile.0/real", latin(stored));
  }

  private static void assertSparseThenNext(byte[] archive, String name) throws IOException {
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly(name, "next");
    TarWalk.Step first = walk.steps().get(0);
    assertThat(first.content()).isEqualTo(EXPECTED);
    assertThat(first.entry().bytes()).isEqualTo(EXPECTED.length);
    assertThat(archive[(int) first.entry().contentOffset()]).isEqualTo((byte) 'a');
  }

  private static void assertCorrupt(HandTar tar) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(tar.end().bytes()));
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
  }
}
