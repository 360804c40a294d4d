package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.warehouse.parquet.RowFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of a publication are joined. */
class JoinedFilesTest {
  private static final int LARGE_ROWS = 2000;

  @TempDir private Path folder;
  private final Random random = new Random(1);

  /** A file of so many rows, about 30 bytes each, as its texts do not compress below that. */
  private RowFile.Written file(Publication publication, int number, int rows) throws Exception {
    RowFile file = publication.newFile("vm");
    try (file) {
      for (int row = 0; row < rows; row++) {
        String text = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        file.add(new Object[] {"%02d-%06d".formatted(number, row), text});
      }
    }
    return file.written();
  }

  @Test
  void aFileOfAQuarterOfTheWantedSizeStaysAsItIs() throws Exception {
    byte[] large;
    WarehouseFiles warehouse = WarehouseFiles.local(folder.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 5, 60, owner -> {})) {
      Publication publication = writer.publication("case");
      List<RowFile.Written> files = new ArrayList<>();
      int[] rows = {10, 10, LARGE_ROWS, 10, 10};
      for (int number = 0; number < rows.length; number++) {
        files.add(file(publication, number, rows[number]));
      }
      large = Files.readAllBytes(Path.of(files.get(2).path().replaceFirst("^file:", "")));
      publication.add("vm", files, 4L * large.length);
      publication.commit();
    }
    try (Stream<Path> published = Files.list(folder.resolve("vm"))) {
      List<Path> files = published.sorted().toList();
      // The two before it are one file, and the two after it.
      assertThat(files).hasSize(3);
      assertThat(Files.readAllBytes(files.get(1))).isEqualTo(large);
    }
    assertThat(DuckDb.rows(folder, "vm", "run_id"))
        .hasSize(40 + LARGE_ROWS)
        .containsSubsequence(IntStream.range(0, 5).mapToObj("%02d-000009|"::formatted).toList());
  }
}
