package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.ByteStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A listing leaves out nothing, under whatever locale a process runs. */
@EnabledOnOs(OS.LINUX)
class LocalFilesTest {
  @TempDir private Path folder;

  /** Prints a folder, for a process of its own. */
  static final class Listing {
    private Listing() {}

    public static void main(String[] arguments) throws IOException {
      List<ByteStore.Item> items = LocalFiles.list(Path.of(arguments[0]), "in");
      items.forEach(item -> System.out.println(item.kind() + " " + item.location()));
      items.stream().map(ByteStore.Item::note).distinct().forEach(System.out::println);
    }
  }

  private List<String> listedUnder(String locale) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Listing.class.getName(),
                folder.toString())
            .redirectErrorStream(true);
    builder.environment().put("LC_ALL", locale);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  @Test
  void namesThatTheEncodingLacksAreListedByTheirBytes() throws Exception {
    List<String> made = new ArrayList<>(List.of("bash", "-c"));
    made.add("cd '" + folder + "' && touch plain $'t\\xc3\\xbcr.raw' && mkdir $'caf\\xff'");
    assertThat(new ProcessBuilder(made).start().waitFor()).isZero();
    assertThat(listedUnder("C"))
        .contains("FILE in/plain", "UNNAMED in/t%C3%BCr.raw", "UNNAMED in/caf%FF")
        .anyMatch(line -> line.contains("start with LC_ALL=C.UTF-8"));
    assertThat(listedUnder("C.UTF-8"))
        .contains("FILE in/plain", "UNNAMED in/caf%FF")
        .anyMatch(line -> line.startsWith("FILE in/t"))
        .anyMatch(line -> line.contains("rename it"));
  }

  @Test
  void aFileIsListedAsItselfAndNothingAsNothing() throws Exception {
    Path file = Files.write(folder.resolve("a"), new byte[3]);
    assertThat(LocalFiles.list(file, "in/a")).containsExactly(ByteStore.Item.file("in/a", 3));
    assertThat(LocalFiles.list(folder.resolve("none"), "in/none")).isEmpty();
    assertThat(LocalFiles.find(folder.resolve("none"), "in/none")).isEmpty();
  }
}
