package dev.varve.simulation.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of traces at the edges of their forms. */
class TraceLinesTest {
  private static final String FIO = "fio version 2 iolog";

  @ParameterizedTest
  @CsvSource({
    "/dev/sda read 0 4096, 0, 4096",
    "/dev/sda   read 4096  512, 4096, 512",
    "/dev/sda read 9223372036854775807 0, 9223372036854775807, 0"
  })
  void aReadOfFioHasAnOffsetAndALengthInBytes(String line, long offset, long bytes) {
    assertThat(fio(line)).isEqualTo(new TraceLines.Read(offset, bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f add", "f open", "f close", "f sync 0 0", "f datasync 0 0"})
  void whatIsNoReadIsPassedOver(String line) {
    assertThat(fio(line)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"f", "f read", "f read 0", "f read 0 1 2", "f add 0", "f add 0 0", "read 0 1"})
  void otherNumbersOfWordsAreNoLinesOfFio(String line) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> fio(line))
        .withMessage("no line of a fio log with file, action, offset, length: " + line);
  }

  /** What fio 3.33 writes with {@code --write_iolog} of four reads of 4 KiB. */
  @Test
  void aLogOfFioIsRead() throws IOException {
    String log =
        """
        fio version 3 iolog
        17 f add
        247 f open
        259 f read 0 4096
        279 f read 4096 4096
        280 f read 8192 4096
        282 f read 12288 4096
        288 f close
        """;
    try (Accesses reads = open(log)) {
      for (int read = 0; read < 4; read++) {
        assertThat(reads.next()).isTrue();
        assertThat(reads.offset()).isEqualTo(4096L * read);
        assertThat(reads.bytes()).isEqualTo(4096);
      }
      assertThat(reads.next()).isFalse();
    }
  }

  @Test
  void versionThreeHasATimeInFront() {
    TraceLines lines = TraceLines.of("fio version 3 iolog");
    assertThat(lines.read(1, "fio version 3 iolog")).isNull();
    assertThat(lines.read(2, "0 f add")).isNull();
    assertThat(lines.read(3, "1 f read 2 3")).isEqualTo(new TraceLines.Read(2, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lines.read(4, "f read 2 3"))
        .withMessage("the time is f");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lines.read(5, "1 f reed 2 3"))
        .withMessageContaining("with time, file, action");
    assertThat(lines.isAtEnd()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8,0 1 1 0.0 697 Q R 0 + 0; 0; 0",
        "8,0 1 1 0.0 697 Q R 18014398509481983 + 8; 9223372036854775296; 4096",
        "259,12 1 1 0.0 697 Q RAM 1 + 8 [x]; 512; 4096"
      })
  void aReadOfBlkparseIsInSectorsOf512Bytes(String fields) {
    String[] parts = fields.split("; ", -1);
    assertThat(TraceLines.of("8,0").read(1, parts[0]))
        .isEqualTo(new TraceLines.Read(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "8,0 1 1 0.0 697 Q", "8,0 1 1 0.0 697 Q W 0 + 8", "8,0 1 1 0.0 697 C R"})
  void otherEventsOfBlkparseArePassedOver(String line) {
    TraceLines lines = TraceLines.of("8,0");
    assertThat(lines.read(1, line)).isNull();
    assertThat(lines.isAtEnd()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8,0 1 1 0.0 697",
        "8 1 1 0.0 697 Q R 0 + 8",
        "8,0 1 1 0.0 697 Q R 0 +",
        "8,0 1 1 0.0 697 Q R 0 - 8",
        "8,0 1 1 0.0 697 Q R -1 + 8",
        "8,0 1 1 0.0 697 Q R 0 + x"
      })
  void otherLinesOfBlkparseAreRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> TraceLines.of("8,0").read(1, line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CPU0 (8,0):", "Total (8,0):"})
  void aSummaryEndsTheTrace(String line) {
    TraceLines lines = TraceLines.of("8,0");
    assertThat(lines.read(1, line)).isNull();
    assertThat(lines.isAtEnd()).isTrue();
  }

  @Test
  void aLineMayHave4096Letters() throws IOException {
    String add = "f add";
    String most = FIO + "\n" + " ".repeat(4096 - add.length()) + add + "\n";
    try (Accesses reads = open(most + "f read 1 2\n\n")) {
      assertThat(reads.next()).isTrue();
      assertThat(reads.offset()).isEqualTo(1);
      assertThat(reads.bytes()).isEqualTo(2);
      assertThat(reads.next()).isFalse();
      assertThat(reads.next()).isFalse();
    }
    try (Accesses reads = open(FIO + "\n" + " ".repeat(4097 - add.length()) + add + "\n")) {
      assertThatThrownBy(reads::next).hasMessageContaining("line 2: a line of more than 4096");
    }
  }

  @Test
  void aNulEndsNeitherATraceNorALine() throws IOException {
    try (Accesses reads = open(FIO + "\n\0\nf read 1 2\n")) {
      assertThatThrownBy(reads::next).hasMessageContaining("line 2: no line of a fio log");
    }
    try (Accesses reads = open(FIO + "\nf read 1\0 2\n")) {
      assertThatThrownBy(reads::next).hasMessageContaining("line 2: the offset is 1\0");
    }
  }

  @Test
  void aPipeIsNotRead() {
    MemoryStore pipes =
        new MemoryStore() {
          @Override
          public Optional<Item> find(String location) {
            return Optional.of(new Item(location, Kind.SPECIAL, 0, "a pipe"));
          }
        };
    pipes.put("log", FIO);
    assertThatThrownBy(() -> TraceText.open(pipes, MemoryStore.ROOT + "/log")).hasMessage("a pipe");
  }

  @Test
  void anEmptyTraceAndOneThatIsNotThereAreToldApart() {
    assertThatThrownBy(() -> open(""))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageEndingWith("/log is empty");
    assertThatThrownBy(() -> TraceText.open(new MemoryStore(), MemoryStore.ROOT + "/log"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessage("there is no " + MemoryStore.ROOT + "/log");
  }

  @Test
  void theBytesAreClosedWithTheTraceAndWhenItIsEmpty() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    for (String text : new String[] {"", FIO}) {
      MemoryStore store =
          new MemoryStore() {
            @Override
            public InputStream open(String location, long offset, long bytes) {
              return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)) {
                @Override
                public void close() {
                  closed.incrementAndGet();
                }
              };
            }
          };
      store.put("log", text);
      try (Accesses reads = TraceText.open(store, MemoryStore.ROOT + "/log")) {
        assertThat(reads.next()).isFalse();
      } catch (MalformedBlobException e) {
        assertThat(text).isEmpty();
      }
    }
    assertThat(closed).hasValue(2);
  }

  private static Accesses open(String text) throws IOException {
    MemoryStore store = new MemoryStore();
    store.put("log", text);
    return TraceText.open(store, MemoryStore.ROOT + "/log");
  }

  private static TraceLines.@Nullable Read fio(String line) {
    TraceLines lines = TraceLines.of(FIO);
    assertThat(lines.read(1, FIO)).isNull();
    return lines.read(2, line);
  }
}
