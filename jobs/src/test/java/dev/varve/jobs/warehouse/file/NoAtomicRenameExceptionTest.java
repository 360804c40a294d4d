package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which copy is said by Hadoop's "Object Stores vs. Filesystems" and the stores' connectors. */
class NoAtomicRenameExceptionTest {
  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/w", "gs://bucket/w", "S3A://bucket/w"})
  void anObjectStoreIsRefused(String place) {
    assertThatThrownBy(() -> NoAtomicRenameException.refuse(at(place), place))
        .isInstanceOf(NoAtomicRenameException.class)
        .hasMessage(
            place
                + " is in an object store, which has no atomic renames: inputs are read from"
                + " there, but a warehouse is written to a local file system or to HDFS only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///w", "hdfs://host:8020/w", "abfs://w@account/"})
  void aFileSystemIsNot(String place) {
    assertThatCode(() -> NoAtomicRenameException.refuse(at(place), place))
        .doesNotThrowAnyException();
  }

  private static FileSystem at(String place) {
    return new RawLocalFileSystem() {
      @Override
      public URI getUri() {
        return URI.create(place);
      }
    };
  }
}
