package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of accesses that tell of no start end the line, and what was told before stays. */
class StartupListsTest {
  private static final String SIMULATE = "simulate startup --quiet --warehouse %s --accesses %s";

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");
  private static String image = "";
  private static List<Line> before = List.of();

  @BeforeAll
  static void simulate() throws IOException {
    warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("warehouse"));
    Line file =
        rows(
                warehouse,
                "SELECT image_digest, path FROM image_layer JOIN layer_recipe USING (layer_digest)"
                    + " WHERE kind = 'FILE' AND bytes > 0 AND path NOT LIKE '%\\%'"
                    + " AND image_digest NOT IN (SELECT image_digest FROM image_layer WHERE"
                    + " layer_digest NOT IN (SELECT layer_digest FROM layer))"
                    + " ORDER BY depth DESC, image_digest, path LIMIT 1")
            .get(0);
    image = file.text("image_digest");
    Path list = list("good.csv", "image,run,path", image + ",a,/" + file.text("path"));
    varve(SIMULATE, warehouse, list).done();
    before = published();
    assertThat(before).hasSize(1);
  }

  @AfterEach
  void whatWasPublishedStays() {
    assertThat(published()).isEqualTo(before);
  }

  private static List<Line> published() {
    return rows(warehouse, "SELECT * FROM startup_result");
  }

  private static Path list(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  @Test
  void aListThatDoesNotNameItsColumnsIsWrongUse() throws IOException {
    Path misspelt = list("misspelt.csv", "image,run,pfad", image + ",a,/bin/sh");
    assertThat(varve(SIMULATE, warehouse, misspelt).endsWith(ExitCodes.USAGE).err())
        .contains("misspelt.csv: the first row names the columns", "it has pfad");
    Path missing = list("missing.csv", "image,path", image + ",/bin/sh");
    assertThat(varve(SIMULATE, warehouse, missing).endsWith(ExitCodes.USAGE).err())
        .contains("missing.csv: column run is missing");
    Path twice = list("twice.csv", "image,run,path,run", image + ",a,/bin/sh,a");
    assertThat(varve(SIMULATE, warehouse, twice).endsWith(ExitCodes.USAGE).err())
        .contains("twice.csv: column run is listed twice");
  }

  @Test
  void oneSuchListAmongOthersIsEnough() throws IOException {
    Path lists = Files.createDirectories(folder.resolve("lists"));
    Files.copy(folder.resolve("good.csv"), lists.resolve("a.csv"));
    Files.writeString(lists.resolve("b.csv"), image + ",a,/bin/sh\n");
    assertThat(varve(SIMULATE, warehouse, lists).endsWith(ExitCodes.USAGE).err())
        .contains("b.csv: the first row names the columns")
        .doesNotContain("a.csv");
  }

  @Test
  void aListOfOtherImagesIsNoInput() throws IOException {
    Path others = list("others.csv", "image,run,path", "nobody:1,a,/bin/sh", "nobody:2,a,/bin/ls");
    assertThat(varve(SIMULATE, warehouse, others).endsWith(ExitCodes.NO_INPUT).err())
        .contains("no access can be used")
        .contains("others.csv, line 2, image nobody:1: the warehouse contains no such image")
        .doesNotContain("line 3");
  }

  @Test
  void aListOfFaultyLinesIsNoInput() throws IOException {
    Path faulty = list("faulty.csv", "image,run,path,offset", image + ",a,/bin/sh,-1");
    assertThat(varve(SIMULATE, warehouse, faulty).endsWith(ExitCodes.NO_INPUT).err())
        .contains("faulty.csv, line 2: ");
  }
}
