package dev.varve.jobs.warehouse.file;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which copy is said by Hadoop's "Object Stores vs. Filesystems" and the stores' connectors. */
class NoAtomicRenameExceptionTest {
  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/w", "gs://bucket/w", "S3A://bucket/w"})
  void anObjectStoreIsRefused(String place) {
    assertThatThrownBy(() -> NoAtomicRenameException.refuse(at(place), new Path(place)))
        .isInstanceOf(NoAtomicRenameException.class)
        .hasMessage(
            place
                + " is in an object store, which has no atomic renames: inputs are read from"
                + " there, but a warehouse is written to a local file system or to HDFS only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:///w", "hdfs://host:8020/w", "abfs://w@account/"})
  void aFileSystemIsNot(String place) {
    assertThatCode(() -> NoAtomicRenameException.refuse(at(place), new Path(place)))
        .doesNotThrowAnyException();
  }

  /**
   * An account of Azure renames atomically if its namespace is hierarchical, which its connector
   * says by having access lists: {@code AzureBlobFileSystem.hasPathCapability} of Hadoop 3.5.0.
   */
  @ParameterizedTest
  @ValueSource(strings = {"abfs://w@account/", "abfss://w@account/"})
  void anAccountWithoutAHierarchicalNamespaceIsRefused(String place) {
    assertThatThrownBy(() -> NoAtomicRenameException.refuse(at(place, false), new Path(place)))
        .isInstanceOf(NoAtomicRenameException.class);
  }

  private static FileSystem at(String place) {
    return at(place, true);
  }

  private static FileSystem at(String place, boolean accessLists) {
    return new RawLocalFileSystem() {
      @Override
      public boolean hasPathCapability(Path path, String capability) throws IOException {
        return capability.equals("fs.capability.paths.acls")
            ? accessLists
            : super.hasPathCapability(path, capability);
      }

      @Override
      public URI getUri() {
        return URI.create(place);
      }
    };
  }
}
