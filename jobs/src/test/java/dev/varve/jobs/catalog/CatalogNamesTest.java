package dev.varve.jobs.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.jdbc.JdbcDatasetUtils;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of tables in catalogs, as OpenLineage's integration of Spark gives them. */
class CatalogNamesTest {
  private static final List<String> LEVELS = List.of("database");

  /** The names of databases are those of OpenLineage's client for Java. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db:6432/cat?user=u&password=p",
        "jdbc:postgresql://db/cat",
        "jdbc:postgresql://u:p@db/cat",
        "jdbc:mysql://db:3307/cat",
        "jdbc:mysql://db/cat?password=p",
        "jdbc:mariadb://db/cat",
        "jdbc:sqlite:/data/catalog.db",
        "jdbc:sqlite:file:cat?mode=memory"
      })
  void aCatalogInADatabaseHasTheNamesOfTheDatabase(String address) {
    DatasetIdentifier theirs =
        JdbcDatasetUtils.getDatasetIdentifier(address, "database.table", new Properties());
    CatalogNames ours = CatalogNames.of("jdbc", address, LEVELS).orElseThrow();
    assertThat(ours.namespace()).isEqualTo(theirs.getNamespace());
    assertThat(ours.prefix() + "table").isEqualTo(theirs.getName());
  }

  /** The values of that integration's own tests of Iceberg catalogs. */
  @ParameterizedTest
  @CsvSource({
    "rest, http://lakehouse-host:8080, http://lakehouse-host:8080",
    "hive, thrift://metastore-host:10001, hive://metastore-host:10001",
    "hadoop, hdfs://namenode:8020/tmp/warehouse, hdfs://namenode:8020/tmp/warehouse",
    "hadoop, file:/tmp/warehouse, file:/tmp/warehouse"
  })
  void otherCatalogsAreNamedByTheirPlace(String type, String place, String namespace) {
    assertThat(CatalogNames.of(type, place, LEVELS))
        .contains(new CatalogNames(namespace, "database."));
  }

  @Test
  void whatMayBeASecretIsLeftOut() {
    assertThat(CatalogNames.of("rest", "https://u:p@host/api?token=t", LEVELS))
        .contains(new CatalogNames("https://host/api", "database."));
  }

  @Test
  void aCatalogWithoutAPlaceHasNoNames() {
    assertThat(CatalogNames.of("glue", "", LEVELS)).isEmpty();
    assertThat(CatalogNames.of("", "", LEVELS)).isEmpty();
  }
}
