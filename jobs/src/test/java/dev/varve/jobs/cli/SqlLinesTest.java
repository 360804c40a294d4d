package dev.varve.jobs.cli;

import static dev.varve.jobs.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.run.SmallWorld;
import dev.varve.jobs.run.Terminal.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Free queries over a warehouse: they read, and change nothing. */
class SqlLinesTest {
  private static Answer sql(String query) {
    return varve("sql --format csv --warehouse %s %s", SmallWorld.packed(), query);
  }

  @Test
  void anAnswerIsALineOfNamesAndALineARow() {
    int layers = SmallWorld.registrySummary().layers() - 1;
    assertThat(sql("SELECT count(*) AS layers FROM layer").done().lines())
        .containsExactly("layers", String.valueOf(layers));
    assertThat(sql("SELECT sum(bytes) AS bytes FROM segment_chunk").done().lines())
        .containsExactly("bytes", String.valueOf(SmallWorld.diskSummary().virtualBytes()));
  }

  @Test
  void tablesDescribeTheirColumns() {
    assertThat(sql("DESCRIBE layer").done().lines())
        .anyMatch(line -> line.startsWith("layer_digest,string,"));
  }

  @Test
  void nestedValuesAreJson() {
    assertThat(sql("SELECT map('a', 1) AS m, named_struct('b', array(2)) AS s").done().lines())
        .containsExactly("m,s", "\"{\"\"a\"\":1}\",\"{\"\"b\"\":[2]}\"");
  }

  @Test
  void anUnknownColumnIsUsage() {
    assertThat(sql("SELECT no_such_column FROM layer").endsWith(2).err())
        .contains("no_such_column");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE more USING parquet AS SELECT 1 AS a",
        "INSERT INTO layer SELECT * FROM layer",
        "FROM layer INSERT INTO layer SELECT *",
        "DROP VIEW layer",
        "SET spark.sql.ansi.enabled=false",
        "INSERT OVERWRITE DIRECTORY '/tmp/varve-must-not-be' USING csv SELECT 1",
        "EXECUTE IMMEDIATE 'SELECT 1'",
        "SELECT TRANSFORM(1) USING 'cat'"
      })
  void whatWouldChangeAnythingIsRefused(String change) {
    assertThat(sql(change).endsWith(2).err()).contains("sql only reads");
  }

  @Test
  void filesAreReadWhereASettingAllowsIt() {
    Path settings = Path.of("../conf/reference.conf").toAbsolutePath().normalize();
    String file = "SELECT count(*) > 0 AS has FROM text.`" + settings + "`";
    assertThat(sql(file).endsWith(2).err()).contains("--set sql.files=true");
    assertThat(
            varve(
                    "sql --format csv --set sql.files=true --warehouse %s %s",
                    SmallWorld.packed(), file)
                .done()
                .lines())
        .containsExactly("has", "true");
    assertThat(
            varve("sql --set sql.files=perhaps --warehouse %s %s", SmallWorld.packed(), file)
                .endsWith(2)
                .err())
        .contains("sql.files is perhaps; choose one of [false, true]");
  }
}
