package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.warehouse.file.PlainLocalFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseLockTest {
  @TempDir private java.nio.file.Path folder;

  private Path locks() {
    return new Path(folder.toUri().toString() + "w/.varve/locks");
  }

  private WarehouseLock acquire(PlainLocalFileSystem system) throws IOException {
    return WarehouseLock.acquire(system, locks(), 5, 60, owner -> {});
  }

  /** Another one takes the lock between its release and the moment its owner looks at it again. */
  private final class OthersAreQuick extends PlainLocalFileSystem {
    private final List<WarehouseLock> others = new ArrayList<>();
    private boolean watched;

    @Override
    protected InputStream openWhole(Path path) throws IOException {
      if (watched) {
        watched = false;
        others.add(acquire(PlainLocalFileSystem.of(new Configuration(false))));
      }
      return super.openWhole(path);
    }
  }

  @Test
  void aLockThatIsTakenWhileItIsReleasedWasReleased() throws Exception {
    OthersAreQuick system = new OthersAreQuick();
    system.initialize(URI.create("file:///"), new Configuration(false));
    WarehouseLock mine = acquire(system);
    system.watched = true;
    mine.close();
    WarehouseLock other = system.others.get(0);
    assertThat(other.number()).isEqualTo(mine.number() + 1);
    other.confirm();
    other.close();
    acquire(system).close();
  }
}
