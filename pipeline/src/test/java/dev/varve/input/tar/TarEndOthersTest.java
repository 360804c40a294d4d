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

/**
 * Archives on which others differ: what they list of them, and that none is read by us as if it had
 * fewer entries than the most that one of them sees.
 */
class TarEndOthersTest {
  private static final String PYTHON =
      "import sys, tarfile\n"
          + "print(' '.join(tarfile.open(sys.argv[1], ignore_zeros=sys.argv[2] == 'i').getnames()))";

  @TempDir private Path folder;

  @Test
  void entriesBehindOneOrTwoBlocksOfZerosAreSeenBySomeAndRefusedByUs() throws Exception {
    for (int zeroBlocks : new int[] {1, 2, 40}) {
      byte[] archive =
          new HandTar()
              .file("one", new byte[3])
              .raw(new byte[512 * zeroBlocks])
              .file("two", new byte[700])
              .end()
              .bytes();
      Path file = Files.write(folder.resolve("a.tar"), archive);
      assertThat(run("tar", "-tf", file.toString())).contains("one").doesNotContain("two");
      assertThat(run("tar", "-itf", file.toString())).contains("one", "two");
      assertThat(run("python3", "-c", PYTHON, file.toString(), "-")).containsExactly("one");
      assertThat(run("python3", "-c", PYTHON, file.toString(), "i")).containsExactly("one", "two");
      assertThat(
              catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive))
                  .reason())
          .isEqualTo(RejectReason.CORRUPT);
    }
  }

  @Test
  void whereNothingFollowsAllSeeTheSame() throws Exception {
    for (int zeros : new int[] {0, 512, 1024, 10_240}) {
      byte[] archive =
          new HandTar()
              .file("one", new byte[3])
              .file("two", new byte[700])
              .raw(new byte[zeros])
              .bytes();
      Path file = Files.write(folder.resolve("a.tar"), archive);
      assertThat(TarWalk.names(archive)).containsExactly("one", "two");
      assertThat(run("tar", "-itf", file.toString())).contains("one", "two");
      assertThat(run("python3", "-c", PYTHON, file.toString(), "i")).containsExactly("one", "two");
    }
  }

  /** The words that a program prints on its standard output. */
  private static List<String> run(String... command) throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      assumeTrue(false, command[0] + " is not installed");
      throw e;
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return List.of(output.trim().split("\\s+"));
  }
}
