package dev.varve.jobs.packing;

import static dev.varve.jobs.run.Terminal.row;
import static dev.varve.jobs.run.Terminal.rows;
import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.Terminal.Line;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and chunks of a small world, packed into blocks of sizes for which the answer is known. */
class PackingTest {
  @TempDir private Path folder;

  /** A block as large as everything is one; blocks of one byte are as many as there are bytes. */
  @Test
  void theLargestBlockIsOneAndTheSmallestAreTheBytes() {
    Path warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("w"));
    varve("simulate packing --block-bytes 1TiB --warehouse %s", warehouse).done();
    assertThat(rows(warehouse, "SELECT * FROM packing_result"))
        .hasSize(2)
        .allMatch(row -> row.count("blocks") == 1);
    Line files = row(warehouse, "SELECT sum(bytes) AS bytes FROM file_sharing");
    Line chunks = row(warehouse, "SELECT sum(bytes) AS bytes FROM chunk_sharing");
    varve("simulate packing --block-bytes 1 --warehouse %s", warehouse).done();
    assertThat(varve("report packing --format json --warehouse %s", warehouse).done().rows())
        .allMatch(row -> row.count("blocks") == row.count("bytes"))
        .allMatch(row -> row.number("fill_ratio") == 1)
        .extracting(row -> row.count("bytes"))
        .containsExactly(chunks.count("bytes"), files.count("bytes"));
    assertThat(varve("check --warehouse %s", warehouse).done().out()).contains("hold");
  }

  @Test
  void aBlockHasASize() {
    assertThat(varve("simulate packing --block-bytes none").endsWith(2).err())
        .contains("packing.block-bytes is no valid number or size: none")
        .contains("--warehouse");
  }
}
