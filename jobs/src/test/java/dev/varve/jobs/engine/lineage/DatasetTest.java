package dev.varve.jobs.engine.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import io.openlineage.client.utils.DatasetIdentifier;
import io.openlineage.client.utils.filesystem.FilesystemDatasetUtils;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of places, as OpenLineage's own client for Java gives them. */
class DatasetTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:/srv/w/layer",
        "file:///srv/w/layer",
        "file:/srv/w/",
        "file:/",
        "hdfs://nn:8020/w/layer",
        "hdfs://nn/w/",
        "hdfs://nn:8020/",
        "hdfs:/w",
        "viewfs://fleet/w/layer",
        "s3a://bucket/w/layer",
        "s3n://bucket/w",
        "s3://bucket",
        "s3a://bucket/",
        "gs://bucket/w/layer/",
        "abfs://container@account.dfs.core.windows.net/w/layer",
        "abfss://container@account.dfs.core.windows.net/w",
        "wasb://container@account.blob.core.windows.net/w",
        "docker://registry.example.com:5000/team/app"
      })
  void aPlaceHasTheNameThatOtherProgramsGiveIt(String location) {
    DatasetIdentifier theirs = FilesystemDatasetUtils.fromLocation(URI.create(location));
    assertThat(Dataset.at(location))
        .isEqualTo(new Dataset(theirs.getNamespace(), theirs.getName()));
  }

  /** Locations have no escapes; a pattern of a registry is no URI at all. */
  @Test
  void namesKeepBlanksPercentSignsAndPatterns() {
    assertThat(Dataset.at("file:/a b/50%")).isEqualTo(new Dataset("file", "/a b/50%"));
    assertThat(Dataset.at("docker://quay.io/team/*:v1.*"))
        .isEqualTo(new Dataset("docker://quay.io", "/team/*:v1.*"));
  }
}
