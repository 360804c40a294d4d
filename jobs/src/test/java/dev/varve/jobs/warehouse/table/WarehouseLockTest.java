package dev.varve.jobs.warehouse.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseLockTest {
  @TempDir private Path folder;

  private String locks() {
    return Locations.of(folder.resolve("w/.varve/locks"));
  }

  private WarehouseLock acquire(Store system) throws IOException {
    return WarehouseLock.acquire(system, locks(), 0, 5, 60, owner -> {});
  }

  /** Another one takes the lock between its release and the moment its owner looks at it again. */
  private final class OthersAreQuick extends LocalStore {
    private final List<WarehouseLock> others = new ArrayList<>();
    private boolean watched;

    @Override
    public String text(String location) throws IOException {
      if (watched) {
        watched = false;
        others.add(acquire(LocalStore.disk()));
      }
      return super.text(location);
    }
  }

  @Test
  void aLockThatIsTakenWhileItIsReleasedWasReleased() throws Exception {
    OthersAreQuick system = new OthersAreQuick();
    WarehouseLock mine = acquire(system);
    system.watched = true;
    mine.close();
    WarehouseLock other = system.others.get(0);
    assertThat(other.number()).isEqualTo(mine.number() + 1);
    other.confirm();
    other.close();
    acquire(system).close();
  }

  /** Names that nfs, an editor and a synchronized folder make of one of ours. */
  @Test
  void aCopyOfALockByAnotherProgramIsNoLock() throws Exception {
    Path own = Files.createDirectories(Locations.local(locks()));
    for (String copy :
        new String[] {"lock-9~", "lock-1 (copy)", "lock-", "lock-99999999999999999999"}) {
      Files.createFile(own.resolve(copy));
    }
    try (WarehouseLock mine = acquire(LocalStore.disk())) {
      assertThat(mine.number()).isEqualTo(1);
      mine.confirm();
    }
    assertThat(own.toFile().list()).contains("lock-9~", "lock-1");
  }

  /** Objects of which lists lack all that was created after a first one. */
  private static final class LateLists extends LocalStore {
    private static final int MANY = 20;

    private int created;

    @Override
    public boolean createNew(String location, String text) throws IOException {
      if (++created > MANY) {
        throw new IllegalStateException("there is no end of locks");
      }
      return super.createNew(location, text);
    }

    @Override
    public List<Item> list(String folder) throws IOException {
      return super.list(folder).stream().filter(item -> item.name().equals("lock-1")).toList();
    }
  }

  /** A second is two pauses, after each of which there is one try. */
  @Test
  void aListThatIsOldEndsTheWaitInTime() throws Exception {
    acquire(LocalStore.disk()).close();
    LateLists late = new LateLists();
    assertThatThrownBy(() -> WarehouseLock.acquire(late, locks(), 0, 1, 60, owner -> {}))
        .isInstanceOf(WarehouseBusyException.class)
        .hasMessageContaining("another run");
    assertThat(Locations.local(locks()).toFile().list()).containsExactly("lock-1");
    acquire(LocalStore.disk()).close();
  }
}
