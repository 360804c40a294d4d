package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which stores copy is said by Hadoop's "Object Stores vs. Filesystems" and their connectors. */
class HadoopStoreTest {
  @TempDir private static Path folder;

  private static HadoopStore of(Class<?> system) {
    Configuration configuration = new Configuration();
    configuration.set("fs.AbstractFileSystem.far.impl", FarFileSystem.Context.class.getName());
    for (String scheme : new String[] {"far", "abfs", "abfss"}) {
      configuration.set("fs." + scheme + ".impl", system.getName());
    }
    configuration.setBoolean("fs.far.impl.disable.cache", true);
    return new HadoopStore(configuration);
  }

  /** Some entries are links. HDFS reports them so; only its own tests can switch them on there. */
  public static final class Linked extends FarFileSystem {
    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      FileStatus[] all = super.listStatus(path);
      for (FileStatus status : all) {
        if (status.getPath().getName().equals("below")) {
          status.setSymlink(new org.apache.hadoop.fs.Path("/elsewhere"));
        }
      }
      return all;
    }
  }

  @Test
  void aLinkThatAFileSystemReportsIsFound() throws Exception {
    Files.createDirectories(folder.resolve("far/layer/below"));
    Files.createDirectories(folder.resolve("far/other"));
    HadoopStore store = of(Linked.class);
    String root = store.qualified(FarFileSystem.location(folder.resolve("far")));
    assertThat(store.link(root, Set.of("layer"))).hasValue(Locations.in(root, "layer/below"));
    assertThat(store.link(root, Set.of("other", "none"))).isEmpty();
    assertThat(store.link(Locations.in(root, "none"), Set.of("layer"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/w", "gs://bucket/w", "S3A://bucket/w", "http://host/w"})
  void anObjectStoreCopiesAndAServerOfPagesWritesNothing(String place) throws IOException {
    assertThat(of(FarFileSystem.class).renamesAtomically(place)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs://host:8020/w", "far:///w"})
  void aFileSystemRenames(String place) throws IOException {
    assertThat(of(FarFileSystem.class).renamesAtomically(place)).isTrue();
  }

  /** An account with access lists, or without. */
  public static class Flat extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("abfs://w@account/");
    }

    @Override
    protected void checkPath(org.apache.hadoop.fs.Path path) {}

    @Override
    public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) {
      return false;
    }
  }

  /** An account whose namespace is hierarchical. */
  public static final class Hierarchical extends Flat {
    @Override
    public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) {
      return capability.equals("fs.capability.paths.acls");
    }
  }

  /**
   * An account of Azure renames atomically if its namespace is hierarchical, which its connector
   * says by having access lists: {@code AzureBlobFileSystem.hasPathCapability} of Hadoop 3.5.0.
   */
  @Test
  void anAccountRenamesIfItsNamespaceIsHierarchical() throws IOException {
    assertThat(of(Flat.class).renamesAtomically("abfs://flat@account/w")).isFalse();
    assertThat(of(Hierarchical.class).renamesAtomically("abfss://tree@account/w")).isTrue();
  }

  /** Nobody may make anything. */
  public static final class Closed extends FarFileSystem {
    @Override
    public boolean mkdirs(org.apache.hadoop.fs.Path path) throws IOException {
      throw new AccessControlException("Permission denied: user=ann, access=WRITE");
    }

    @Override
    public boolean mkdirs(org.apache.hadoop.fs.Path path, FsPermission permission)
        throws IOException {
      return mkdirs(path);
    }
  }

  @Test
  void aFaultOfAccessIsThatOfEveryStore() {
    String place = FarFileSystem.location(folder.resolve("closed"));
    assertThatThrownBy(() -> of(Closed.class).makeFolder(place))
        .isInstanceOf(AccessDeniedException.class)
        .hasRootCauseInstanceOf(AccessControlException.class);
  }

  @Test
  void aSchemeThatNobodyServesIsNamed() {
    Store store = Stores.of(Map.of());
    assertThatThrownBy(() -> store.find("nobody://host/x"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("No FileSystem for scheme \"nobody\"");
  }

  @Test
  void placesWithoutASchemeAreOfThisMachineUnlessAnotherIsTheDefault() throws IOException {
    assertThat(Stores.of(Map.of()).qualified("a/../b"))
        .isEqualTo("file:" + Path.of("b").toAbsolutePath());
    assertThat(
            Stores.of(
                    Map.of(
                        "spark.hadoop.fs.far.impl",
                        FarFileSystem.class.getName(),
                        "spark.hadoop.fs.defaultFS",
                        "far:///"))
                .qualified("/b"))
        .isEqualTo("far:/b");
  }
}
