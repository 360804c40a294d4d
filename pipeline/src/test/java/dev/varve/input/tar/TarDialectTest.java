package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarDialectTest {
  private static final byte[] CONTENT = latin("content");
  private static final String LONG = "a/long/folder/".repeat(20) + "name";

  @Test
  void version7HasNoMagicAndMarksFilesWithZero() throws IOException {
    byte[] archive = new HandTar().add(Header.v7('\0', "bin/tool", 7), CONTENT).end().bytes();
    TarWalk.Step step = TarWalk.of(archive).only();
    assertThat(step.name()).isEqualTo("bin/tool");
    assertThat(step.content()).isEqualTo(CONTENT);
    assertThat(step.entry().type()).isEqualTo('0');
    assertThat(step.entry().mode()).isEqualTo(0644);
    assertThat(step.entry().uid()).isEqualTo(1000);
    assertThat(step.entry().gid()).isEqualTo(100);
    assertThat(step.entry().mtimeMicros()).isEqualTo(014371573751L * 1_000_000);
    assertThat(step.entry().contentOffset()).isEqualTo(512);
  }

  @Test
  void thePrefixOfUstarGoesInFrontOfTheName() throws IOException {
    Header header = Header.ustar('0', "n".repeat(100), 0).put(345, "p".repeat(155));
    assertThat(TarWalk.of(new HandTar().add(header).end().bytes()).only().name())
        .isEqualTo("p".repeat(155) + "/" + "n".repeat(100));
  }

  @Test
  void whatGnuKeepsInThePlaceOfThePrefixIsNoPrefix() throws IOException {
    Header header = Header.gnu('0', "name", 0).put(345, "14371573751\00014371573751\0");
    assertThat(TarWalk.of(new HandTar().add(header).end().bytes()).only().name()).isEqualTo("name");
  }

  @Test
  void longNamesOfGnuReplaceNameAndLinkTarget() throws IOException {
    byte[] archive =
        new HandTar()
            .gnuLong('K', LONG + "-target")
            .gnuLong('L', LONG)
            .add(Header.gnu('2', LONG.substring(0, 100), 0).put(157, LONG.substring(0, 100)))
            .file("next", CONTENT)
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly(LONG, "next");
    assertThat(walk.steps()).extracting(TarWalk.Step::link).containsExactly(LONG + "-target", "");
  }

  /** GNU tar 1.34 and Go's archive/tar list such an archive so: plain, of the time 2000. */
  @Test
  void ofTwoHeadersOfPaxTheLastStandsAlone() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('x', "path", "first-name", "uid", "7", "mtime", "1000")
            .pax('x', "mtime", "2000")
            .file("plain", CONTENT)
            .end()
            .bytes();
    TarWalk.Step only = TarWalk.of(archive).only();
    assertThat(only.name()).isEqualTo("plain");
    assertThat(only.entry().uid()).isEqualTo(1000);
    assertThat(only.entry().mtimeMicros()).isEqualTo(2_000_000_000L);
  }

  @Test
  void recordsOfPaxReplaceFieldsOfTheHeader() throws IOException {
    byte[] archive =
        new HandTar()
            .pax(
                'x',
                "path",
                LONG,
                "size",
                "7",
                "uid",
                "5000000000",
                "gid",
                "5000000001",
                "mtime",
                "1700000000.123456789",
                "SCHILY.xattr.user.any",
                "value")
            .add(Header.ustar('0', "short", 0), CONTENT)
            .pax('x', "linkpath", LONG)
            .add(Header.ustar('1', "link", 0).put(157, "short"))
            .file("next", CONTENT)
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly(LONG, "link", "next");
    TarWalk.Step first = walk.steps().get(0);
    assertThat(first.content()).isEqualTo(CONTENT);
    assertThat(first.entry().uid()).isEqualTo(5_000_000_000L);
    assertThat(first.entry().gid()).isEqualTo(5_000_000_001L);
    assertThat(first.entry().mtimeMicros()).isEqualTo(1_700_000_000_123_456L);
    assertThat(walk.steps().get(1).link()).isEqualTo(LONG);
    assertThat(walk.steps().get(2).entry().uid()).isEqualTo(1000);
  }

  /** Go's archive/tar lists such an archive so; GNU tar and Python apply global records. */
  @Test
  void globalRecordsConcernNoEntry() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('g', "uid", "7", "path", "all", "size", "3", "mtime", "100", "comment", "commit")
            .file("one", CONTENT)
            .pax('x', "uid", "8")
            .file("two", CONTENT)
            .pax('g', "GNU.sparse.map", "0,7", "GNU.sparse.numblocks", "1")
            .file("three", CONTENT)
            .pax('g', "comment", "last")
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly("one", "two", "three");
    assertThat(walk.steps())
        .extracting(step -> step.entry().uid())
        .containsExactly(1000L, 8L, 1000L);
    assertThat(walk.steps())
        .allSatisfy(step -> assertThat(step.content()).isEqualTo(CONTENT))
        .allSatisfy(
            step -> assertThat(step.entry().mtimeMicros()).isEqualTo(014371573751L * 1_000_000));
  }

  /** Go's archive/tar returns a global header as an entry, and forgets what came before it. */
  @Test
  void aGlobalHeaderEndsWhatOthersSayOfTheNextEntry() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('x', "path", "own/name")
            .pax('g', "comment", "any")
            .file("short", CONTENT)
            .gnuLong('L', LONG)
            .pax('g', "comment", "any")
            .file("brief", CONTENT)
            .end()
            .bytes();
    assertThat(TarWalk.names(archive)).containsExactly("short", "brief");
  }

  /** As Go's archive/tar lists them; an empty long name says nothing. */
  @Test
  void aLongNameOfGnuGoesBeforeAPathOfPax() throws IOException {
    byte[] archive =
        new HandTar()
            .gnuLong('L', "gnu")
            .pax('x', "path", "pax", "linkpath", "pax")
            .gnuLong('K', "gnu")
            .add(Header.ustar('2', "short", 0).put(157, "to"))
            .pax('x', "path", "pax")
            .gnuLong('L', "")
            .file("short", CONTENT)
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly("gnu", "pax");
    assertThat(walk.steps().get(0).link()).isEqualTo("gnu");
  }

  /**
   * Go before 1.8 wrote folders into headers of GNU, where it has times (golang.org/issue/12594).
   */
  @Test
  void foldersInPlaceOfTheTimesOfGnuAreThePrefix() throws IOException {
    byte[] archive =
        new HandTar()
            .add(Header.gnu('0', "name", 7).put(345, "usr/share/doc"), CONTENT)
            .add(Header.gnu('0', "no-ascii", 7).put(345, "caf\u00e9"), CONTENT)
            .add(Header.v7('0', "no-magic", 7).put(345, "usr/share/doc"), CONTENT)
            .end()
            .bytes();
    assertThat(TarWalk.names(archive))
        .containsExactly("usr/share/doc/name", "no-ascii", "no-magic");
  }

  @Test
  void thePrefixOfStarEndsBeforeItsTimes() throws IOException {
    Header header =
        Header.ustar('0', "name", 7)
            .put(345, "p".repeat(131))
            .put(476, "14371573751\00014371573751\0")
            .put(508, "tar\0");
    assertThat(TarWalk.names(new HandTar().add(header, CONTENT).end().bytes()))
        .containsExactly("p".repeat(131) + "/name");
  }

  @Test
  void ownersMayBeNegative() throws IOException {
    byte[] minusTwo = {-1, -1, -1, -1, -1, -1, -1, -2};
    byte[] archive =
        new HandTar()
            .add(Header.gnu('0', "base-256", 7).put(108, minusTwo).put(116, minusTwo), CONTENT)
            .pax('x', "uid", "-2", "gid", "-1")
            .file("pax", CONTENT)
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(step -> step.entry().uid()).containsExactly(-2L, -2L);
    assertThat(walk.steps()).extracting(step -> step.entry().gid()).containsExactly(-2L, -1L);
  }

  @Test
  void anEmptyRecordTakesAPathBack() throws IOException {
    byte[] archive =
        new HandTar().pax('x', "path", "other", "path", "").file("own", CONTENT).end().bytes();
    assertThat(TarWalk.of(archive).only().name()).isEqualTo("own");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8 path=a",
        "99 path=a\n",
        "6 path\n",
        "x path=a\n",
        "-8 path=a\n",
        "8path=aa\n",
        " 8 path=a\n",
        "00000000000000 path=a\n",
        "3 \n",
        "12 path=a\0b\n",
        "16 linkpath=a\0b\n",
        "10 size=x1\n",
        "11 size=-10\n",
        "13 mtime=1.x\n",
        "10 mtime=.\n",
        "28 size=99999999999999999999\n"
      })
  void aBrokenPaxRecordIsCorrupt(String records) {
    byte[] archive =
        new HandTar().paxBytes('x', latin(records)).file("name", CONTENT).end().bytes();
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void numbersPastTheOctalFieldAreInBase256() throws IOException {
    byte[] size = {(byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};
    byte[] uid = {(byte) 0x80, 0, 0, 1, 0, 0, 0, 5};
    byte[] before = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -100};
    Header header = Header.gnu('0', "name", 0).put(124, size).put(108, uid).put(136, before);
    TarWalk.Step step = TarWalk.of(new HandTar().add(header, CONTENT).end().bytes()).only();
    assertThat(step.content()).isEqualTo(CONTENT);
    assertThat(step.entry().uid()).isEqualTo((1L << 32) + 5);
    assertThat(step.entry().mtimeMicros()).isEqualTo(-100_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1.5", "-0.000001", "-1.2345678", "0", "12.9999999", "-12.000000"})
  void paxTimesRoundDownAsTheClockDoes(String time) throws IOException {
    byte[] archive = new HandTar().pax('x', "mtime", time).file("a", CONTENT).end().bytes();
    long expected =
        new java.math.BigDecimal(time)
            .movePointRight(6)
            .setScale(0, java.math.RoundingMode.FLOOR)
            .longValueExact();
    assertThat(TarWalk.of(archive).only().entry().mtimeMicros()).isEqualTo(expected);
  }

  @Test
  void timesStayInsideTheYearsThatTablesCanHold() throws IOException {
    byte[] archive =
        new HandTar()
            .pax('x', "mtime", "9223372036854775807")
            .file("late", CONTENT)
            .pax('x', "mtime", "-9223372036854775807")
            .file("early", CONTENT)
            .pax('x', "mtime", "-62135596800.5")
            .file("a moment earlier", CONTENT)
            .end()
            .bytes();
    assertThat(TarWalk.of(archive).steps())
        .extracting(step -> Instant.EPOCH.plus(step.entry().mtimeMicros(), ChronoUnit.MICROS))
        .containsExactly(
            Instant.parse("9999-12-31T23:59:59Z"),
            Instant.parse("0001-01-01T00:00:00Z"),
            Instant.parse("0001-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(chars = {'1', '2', '3', '4', '5', '6'})
  void aSizeFieldWhereThereIsNoContentMeansNothing(char type) throws IOException {
    byte[] archive =
        new HandTar()
            .add(Header.ustar(type, "odd", 12_345).put(157, "target"))
            .file("next", CONTENT)
            .end()
            .bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).extracting(TarWalk.Step::name).containsExactly("odd", "next");
    assertThat(walk.steps().get(0).entry().bytes()).isZero();
    assertThat(walk.steps().get(0).link()).isEqualTo(type <= '2' ? "target" : "");
    assertThat(walk.steps().get(1).content()).isEqualTo(CONTENT);
  }

  /** So do Go's archive/tar and Python's tarfile. */
  @Test
  void aTrailingSlashMakesADirectoryOfTheOldFlag() throws IOException {
    byte[] archive =
        new HandTar()
            .add(Header.v7('\0', "old/", 0))
            .add(Header.v7('\0', "with-a-size-that-means-nothing/", 7))
            .add(Header.ustar('0', "newer/", 0))
            .file("next", CONTENT)
            .end()
            .bytes();
    assertThat(TarWalk.of(archive).steps())
        .extracting(step -> step.entry().type())
        .containsExactly('5', '5', '0', '0');
  }

  @Test
  void contentIsPassedOverEvenBehindATrailingSlash() throws IOException {
    // So do Go's archive/tar and GNU tar.
    byte[] archive = new HandTar().file("odd/", CONTENT).file("next", CONTENT).end().bytes();
    assertThat(TarWalk.names(archive)).containsExactly("odd/", "next");
  }

  @Test
  void aPathThatComesTwiceIsListedTwice() throws IOException {
    byte[] archive = new HandTar().file("a", latin("1")).file("a", latin("2")).end().bytes();
    assertThat(TarWalk.of(archive).steps())
        .extracting(step -> new String(step.content(), java.nio.charset.StandardCharsets.US_ASCII))
        .containsExactly("1", "2");
  }

  @Test
  void namesThatAreNoUtf8KeepTheirBytesInEveryDialect() throws IOException {
    String odd = "caf\u00e9\u0001\u00ff\u00c3";
    byte[] archive =
        new HandTar()
            .file(odd, CONTENT)
            .gnuLong('L', odd + "-gnu")
            .file("x", CONTENT)
            .pax('x', "path", odd + "-pax", "hdrcharset", "BINARY")
            .file("x", CONTENT)
            .end()
            .bytes();
    assertThat(TarWalk.of(archive).steps())
        .extracting(TarWalk.Step::name)
        .containsExactly(odd, odd + "-gnu", odd + "-pax");
  }
}
