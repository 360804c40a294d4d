package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that come slowly. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PacedBodyTest {
  private static final HostBudget BUDGET = budget(1 << 20);

  private static HostBudget budget(long bytes) {
    return new HostBudget(
        "a", new RegistryAccess("", "", List.of(), 4, 5, 60, bytes, 1_000_000, 24));
  }

  /** Begins a chunk, and sends its extension without end: no byte of the body comes. */
  private static final class EndlessExtension extends InputStream {
    private final CountDownLatch cut = new CountDownLatch(1);

    @Override
    public int read() throws IOException {
      return read(new byte[1], 0, 1);
    }

    @Override
    public int read(byte[] into, int at, int most) throws IOException {
      try {
        cut.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IOException("closed");
    }
  }

  @Test
  void aReadWithoutEndIsCut() {
    EndlessExtension extension = new EndlessExtension();
    PacedBody body = new PacedBody(extension, BUDGET, extension.cut::countDown, 20);
    assertThatThrownBy(() -> body.read(new byte[10]))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("less than 64 KiB in 5 minutes");
    body.release();
  }

  @Test
  void whatIsSkippedCountsAsRead() throws IOException {
    InputStream all = new ByteArrayInputStream(new byte[100_000]);
    PacedBody body = new PacedBody(all, budget(50_000), () -> {}, PacedBody.SLOW_MILLIS);
    body.skipNBytes(50_000);
    assertThat(body.totalBytes()).isEqualTo(50_000);
    assertThatThrownBy(() -> body.skipNBytes(1))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("registry.budget-bytes");
    body.release();
  }

  /** A budget of no hours is used up at once. */
  @Test
  void aBodyThatTakesAllTheTimeOfItsHostEnds() {
    RegistryAccess access = new RegistryAccess("", "", List.of(), 4, 5, 60, 1 << 20, 1_000_000, 0);
    InputStream all = new ByteArrayInputStream(new byte[10]);
    PacedBody body =
        new PacedBody(all, new HostBudget("a", access), () -> {}, PacedBody.SLOW_MILLIS);
    assertThatThrownBy(body::read)
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("registry.budget-hours");
    body.release();
  }
}
