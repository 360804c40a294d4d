package dev.varve.jobs.warehouse.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import org.junit.jupiter.api.Test;

class FormatListsTest {
  /** Values of layer.compression, as tables and pages had them before they were lists. */
  @Test
  void aListIsOfNamesOrOfLiterals() {
    assertThat(FormatLists.filled("one of {compressions}."))
        .isEqualTo("one of gzip, zstd, bzip2, xz, none.");
    assertThat(FormatLists.filled("NOT IN ('{compressions}')"))
        .isEqualTo("NOT IN ('gzip', 'zstd', 'bzip2', 'xz', 'none')");
  }

  @Test
  void everyDiskFormatIsNamedWhereTablesAndMessagesListThem() {
    String table = SqlFiles.text("tables", "snapshot");
    String help = FormatLists.filled("{disk-formats}");
    for (DiskFormat format : DiskFormat.values()) {
      assertThat(table).contains(format.label());
      assertThat(help).contains(format.label());
    }
  }

  @Test
  void noTextHasAListThatIsNotFilled() {
    for (String folder : new String[] {"tables", "views", "reports", "checks"}) {
      SqlFiles.folder(folder)
          .forEach((name, text) -> assertThat(text).as(name).doesNotContainPattern("\\{[a-z-]+}"));
    }
  }
}
