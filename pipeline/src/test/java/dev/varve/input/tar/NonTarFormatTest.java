package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layers that are no tars: file systems that their tools wrote, where these are installed. */
class NonTarFormatTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"mksquashfs TREE IMAGE, squashfs", "mkfs.erofs IMAGE TREE, EROFS"})
  void theFileSystemOfAToolIsNamed(String command, String format) throws Exception {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.writeString(tree.resolve("file"), "a file system of one file");
    Path image = folder.resolve("image");
    List<String> words =
        List.of(
            command.replace("TREE", tree.toString()).replace("IMAGE", image.toString()).split(" "));
    assumeTrue(isRun(words), words.get(0) + " is not installed");
    assertNamed(Files.readAllBytes(image), format);
  }

  private static boolean isRun(List<String> words) throws InterruptedException {
    try {
      return new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** By the constants of sylabs/sif (pkg/sif) and overlaybd (lsmt/file.cpp, zfile/zfile.cpp). */
  @Test
  void otherFormatsAreNamedByTheirMagic() {
    assertNamed(padded("#!/usr/bin/env run-singularity\n\0SIF_MAGIC\0"), "SIF");
    assertNamed(padded("LSMT\0\1\2"), "OverlayBD");
    assertNamed(padded("ZFile\0\1"), "OverlayBD");
  }

  @Test
  void anythingElseIsCorrupt() {
    assertThat(fault(padded("hsqt")).reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault(padded("LSMT\0\1\3")).reason()).isEqualTo(RejectReason.CORRUPT);
  }

  private static byte[] padded(String head) {
    return (head + "x".repeat(2048)).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void assertNamed(byte[] bytes, String format) {
    MalformedBlobException fault = fault(bytes);
    assertThat(fault.reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault.explanation())
        .contains("no tar, but " + format + ", a format that is not read");
  }

  private static MalformedBlobException fault(byte[] bytes) {
    return catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(bytes));
  }
}
