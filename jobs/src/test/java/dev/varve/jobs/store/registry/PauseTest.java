package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long the client waits in full, which other tests shorten. */
class PauseTest {
  private final List<Long> waited = new ArrayList<>();
  private final Pause pause = new Pause("h.example", 5);
  private Pause.Wait before;

  @BeforeEach
  void record() {
    before = Pause.wait;
    Pause.wait = waited::add;
  }

  @AfterEach
  void restore() {
    Pause.wait = before;
  }

  /** Half a second, and twice as long after each further try. */
  @Test
  void aHostThatDoesNotAnswerIsTriedFiveTimes() throws IOException {
    Pause.Tries tries = pause.tries("v2/a");
    for (int place = 0; place < 4; place++) {
      tries.failed(new SocketException("refused"), false);
    }
    assertThat(waited).containsExactly(500L, 1000L, 2000L, 4000L);
    assertThatThrownBy(() -> tries.failed(new SocketException("refused"), false))
        .isInstanceOf(HostFault.class)
        .hasMessageContaining("no answer at try 5: refused");
  }

  /** As long as the host says, at most a minute. */
  @Test
  void aHostThatFailsIsWaitedFor() throws IOException {
    Pause.Tries tries = pause.tries("v2/a");
    for (String after : new String[] {"0", "30", "7200", "x"}) {
      tries.failed("503", after);
    }
    assertThat(waited).containsExactly(500L, 30_000L, 60_000L, 4000L);
    assertThatThrownBy(() -> tries.failed("503", null))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("h.example answers 503 at 5 tries");
  }

  /** Of 5 s that are allowed, 1 and 2 are waited, and then 4 would be too long. */
  @Test
  void aHostThatLimitsRequestsIsWaitedForByAllUpToTheSetting() throws IOException {
    Pause.Tries tries = pause.tries("v2/a");
    tries.limited(null, Optional.empty());
    pause.untilAllowed();
    tries.limited("0", Optional.empty());
    pause.untilAllowed();
    assertThat(waited).hasSize(2);
    assertThat(waited.get(0)).isBetween(1L, 1001L);
    assertThat(waited.get(1)).isBetween(1001L, 2001L);
    assertThatThrownBy(() -> tries.limited(null, Optional.empty()))
        .isInstanceOf(HostFault.class)
        .hasMessageContaining("waited 3 s, and 4 s more would be beyond registry.limit-seconds");
    pause.tries("v2/b").limited("3", Optional.empty());
    pause.untilAllowed();
    assertThat(waited.get(2)).isBetween(2001L, 3001L);
  }
}
