package dev.varve.content.restore;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.input.tar.RandomTar;
import dev.varve.model.FramingPiece;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive comes back byte for byte from its framing and from contents of other layers. */
class ArchiveFrameTest {
  private static final byte[] NOISE = noise(150_000);

  @TempDir private Path folder;

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(9).nextBytes(noise);
    return noise;
  }

  private static HandTar files() {
    return new HandTar()
        .add(Header.ustar('5', "./", 0))
        .file("./etc/conf", latin("key = value\n"))
        .file("noise", NOISE);
  }

  static List<Arguments> archives() {
    byte[] whole = files().end().bytes();
    int content = 4 * 512;
    return List.of(
        Arguments.of("no byte", new byte[0]),
        Arguments.of("no entry", new byte[1024]),
        Arguments.of("files", whole),
        Arguments.of("records of 10,240 bytes", files().raw(new byte[20 * 512]).bytes()),
        Arguments.of("rubbish behind the end", files().end().raw(noise(2000)).bytes()),
        Arguments.of("no blocks of zeros", files().bytes()),
        Arguments.of("no padding at the end", Arrays.copyOf(whole, content + NOISE.length)),
        Arguments.of("an empty file at the end", files().file("empty", new byte[0]).bytes()),
        Arguments.of(
            "links",
            files()
                .add(Header.ustar('1', "hard", 0).put(157, "noise"))
                .add(Header.ustar('1', "hard with a size", 12).put(157, "noise"))
                .end()
                .bytes()),
        Arguments.of("one path twice", files().file("noise", latin("other")).end().bytes()),
        Arguments.of("one content twice", files().file("noise2", NOISE).end().bytes()),
        Arguments.of(
            "markers and notes with content",
            files()
                .file(".wh..wh.plnk/1.2", noise(700))
                .file("gone/.wh.file", latin("why"))
                .add(Header.gnu('V', "a volume", 0))
                .add(Header.gnu('D', "listing/", 9), latin("Ysome\0\0\0\0"))
                .end()
                .bytes()),
        Arguments.of(
            "odd names",
            files()
                .gnuLong('L', "long/".repeat(60) + "\377\u0001name")
                .file("caf\u00e9", latin("x"))
                .pax('g', "comment", "for all")
                .pax('x', "path", "new\nline", "SCHILY.xattr.user.note", "\0\1\2")
                .file("short", latin("y"))
                .file("", latin("z"))
                .end()
                .bytes()),
        Arguments.of(
            "holes",
            new HandTar()
                .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", "2,2,7,1")
                .file("sparse", latin("abc"))
                .pax('x', "GNU.sparse.size", "5000", "GNU.sparse.map", "5000,0")
                .file("all hole", new byte[0])
                .file("dense", latin("\0\0ab\0\0\0c\0"))
                .end()
                .bytes()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("archives")
  void anArchiveComesBack(String name, byte[] archive) throws IOException {
    Restored kept = Restored.keep(archive);
    assertThat(kept.from(folder, kept.donor())).isEqualTo(archive);
    assertThat(kept.rawBytes() + kept.contentBytes()).isEqualTo(archive.length);
    assertThat(kept.framing()).isNotEmpty();
  }

  @Test
  void randomArchivesComeBack() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      byte[] archive = new RandomTar(new Random(seed)).archive(30);
      Restored kept = Restored.keep(archive);
      assertThat(kept.from(folder, kept.donor())).as("seed " + seed).isEqualTo(archive);
    }
  }

  /** Sparse files, of which the layer that gives the contents has no holes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--format=gnu",
        "--format=oldgnu",
        "--format=posix --sparse-version=0.0",
        "--format=posix --sparse-version=0.1",
        "--format=posix --sparse-version=1.0"
      })
  void archivesOfGnuTarComeBack(String options) throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("holes").toFile(), "rw")) {
      file.setLength(9_000_000);
      for (int piece = 0; piece < 60; piece++) {
        file.seek(piece * 140_000L);
        file.write(NOISE, piece * 100, 5000);
      }
    }
    Files.write(root.resolve("noise"), NOISE);
    Files.createLink(root.resolve("noise-again"), root.resolve("noise"));
    byte[] archive = tar(root, "--sparse --sort=name " + options);
    assertThat(archive.length).as("tar found the holes").isLessThan(5_000_000);
    Restored kept = Restored.keep(archive);
    assertThat(kept.rawBytes()).as("data of sparse files is no framing").isLessThan(40_000);
    byte[] dense = tar(root, "--format=ustar --hard-dereference --exclude=noise-again");
    assertThat(kept.from(folder, dense)).isEqualTo(archive);
  }

  private byte[] tar(Path root, String options) throws Exception {
    Path file = Files.createTempFile(folder, "gnu", ".tar");
    ProcessBuilder tar =
        new ProcessBuilder(
                "bash",
                "-c",
                "tar -cf " + file + " " + options + " -C " + root + " . && tar --version")
            .redirectErrorStream(true);
    Process process;
    try {
      process = tar.start();
    } catch (IOException e) {
      assumeTrue(false, "there is no bash");
      throw e;
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() == 0 && said.contains("GNU tar"), said);
    return Files.readAllBytes(file);
  }

  @Test
  void contentsComeFromSeveralLayers() throws IOException {
    Restored kept =
        Restored.keep(files().file("third", latin("of three")).file("new", latin("n")).bytes());
    byte[] one = new HandTar().file("a", NOISE).file("b", latin("n")).end().bytes();
    byte[] two = new HandTar().file("c", latin("of three")).file("a", NOISE).end().bytes();
    byte[] three = new HandTar().file("x", latin("key = value\n")).end().bytes();
    assertThat(kept.from(folder, one, two, three)).isEqualTo(kept.archive());
  }

  @Test
  void aLayerThatHasChangedGivesNothing() throws IOException {
    Restored kept = Restored.keep(files().end().bytes());
    byte[] donor = kept.donor();
    byte[] changed = donor.clone();
    changed[donor.length / 2] ^= 1;
    Path file = folder.resolve("changed.tar");
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      WantedContents wanted = ArchiveFrame.write(kept.framing().iterator(), kept.files(), out);
      assertThatThrownBy(
              () ->
                  SourceLayer.read(
                      Restored.expected(donor),
                      new ByteArrayInputStream(changed),
                      Restored.READING,
                      Restored.keep(donor).files(),
                      wanted,
                      out))
          .isInstanceOf(MalformedBlobException.class);
      assertThat(wanted.missing()).hasSize(2);
      assertThat(wanted.missingBytes()).isEqualTo(12 + 150_000);
    }
  }

  /** 3,000 headers of 512 bytes and two blocks: 1,537,024 bytes, so two pieces. */
  @Test
  void framingIsCutIntoPieces() throws IOException {
    HandTar tar = new HandTar();
    for (int entry = 0; entry < 3000; entry++) {
      tar.add(Header.ustar('5', "folder" + entry, 0));
    }
    Restored kept = Restored.keep(tar.end().bytes());
    assertThat(kept.framing())
        .extracting(FramingPiece::position, FramingPiece::rawBytes)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 1_048_576L),
            org.assertj.core.groups.Tuple.tuple(1, 3000 * 512L + 1024 - 1_048_576));
    assertThat(kept.from(folder)).isEqualTo(kept.archive());
  }

  /** At most 1 MiB may be held in {@link Restored#READING}; noise does not compress. */
  @Test
  void framingThatWouldFillTheMemoryIsNotKept() throws IOException {
    byte[] archive = new HandTar().file(".wh..wh.orph", noise(4 << 20)).end().bytes();
    Restored kept = Restored.keep(archive);
    assertThat(kept.rawBytes() + kept.contentBytes()).isLessThan(archive.length);
    assertThat(kept.entries()).hasSize(1);
  }
}
