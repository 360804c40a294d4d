package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.store.Store;
import dev.varve.jobs.store.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real distributed file system. */
@Tag("thorough")
class HdfsContractTest extends StoreContract {
  @TempDir private static Path folder;
  private static MiniDFSCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    Configuration configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("dfs").toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  @Override
  protected Store store() {
    return Stores.of(Map.of());
  }

  @Override
  protected String root() {
    return "hdfs://127.0.0.1:" + cluster.getNameNodePort() + "/contract";
  }

  /** By dfs.blocksize of hdfs-default.xml: 128 MiB. */
  @Test
  void filesAreMadeOfBlocks() throws IOException {
    assertThat(store().blockBytes(root())).isEqualTo(128L << 20);
  }
}
