package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.source.MemoryStore;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.simulation.request.RegistryRequest.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistryTraceTest {
  private static final String ROOT = MemoryStore.ROOT;

  private static List<RegistryRequest> read(ByteStore store, String... inputs) throws IOException {
    List<RegistryRequest> requests = new ArrayList<>();
    List<String> files = TraceFiles.of(store, List.of(inputs));
    try (RegistryTrace trace = new RegistryTrace(store, files, new TraceLimits(1000, 1000))) {
      for (RegistryRequest next = trace.next(); next != null; next = trace.next()) {
        requests.add(next);
      }
    }
    return requests;
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void anEntryIsReadAsItStandsThere() throws IOException {
    String entry = TraceText.entry(37.098, "40535jf8", "GET", "v2/ca64/as87/blobs/b26s", 1518);
    assertThat(read(new MemoryStore().put("t", "[" + entry + "]"), ROOT + "/t"))
        .containsExactly(
            new RegistryRequest(
                Instant.parse("2017-07-01T01:39:37.098Z").toEpochMilli() * 1000,
                "40535jf8",
                "GET",
                Kind.BLOB,
                "ca64/as87",
                "b26s",
                200,
                1518,
                879_271));
  }

  @ParameterizedTest
  @CsvSource({
    "v2/u/r/manifests/latest, MANIFEST, u/r, latest",
    "/v2/u/r/blobs/x, BLOB, u/r, x",
    "v2/r/blobs/x, BLOB, r, x",
    "v2/u/r/blobs/uploads/, UPLOAD, u/r, /",
    "v2/u/r/blobs/uploads/i?digest=d, UPLOAD, u/r, /i",
    "v2/, OTHER, '', ''",
    "v2/u/r/tags/list, OTHER, '', ''",
    "v1/u/r/blobs/x, OTHER, '', ''",
    "v2/blobs/x, OTHER, '', ''"
  })
  void theUriNamesAManifestABlobOrAnUpload(String uri, Kind kind, String repository, String id)
      throws IOException {
    String entry = TraceText.entry(1, "c", "GET", uri, 1);
    RegistryRequest request =
        read(new MemoryStore().put("t", "[" + entry + "]"), ROOT + "/t").get(0);
    assertThat(request.kind()).isEqualTo(kind);
    assertThat(request.repository()).isEqualTo(repository);
    assertThat(request.id()).isEqualTo(id);
  }

  @Test
  void entriesOfAllFilesComeInTheOrderOfTheirTimesPlainOrGzip() throws IOException {
    TraceText early = new TraceText().add(1, "c", "GET", "v2/", 0).add(10, "c", "GET", "v2/", 0);
    TraceText late = new TraceText().add(3, "a", "GET", "v2/", 0).add(9, "a", "GET", "v2/", 0);
    TraceText middle = new TraceText().add(2, "b", "GET", "v2/", 0).add(9, "b", "GET", "v2/", 0);
    MemoryStore store =
        new MemoryStore()
            .put("d/2.json", middle.toString())
            .put("d/1.json", gzip(late.toString()))
            .put("d/3.json", "[]")
            .put("e", early.toString());
    assertThat(read(store, ROOT + "/d", ROOT + "/e"))
        .extracting(RegistryRequest::client)
        .containsExactly("c", "b", "a", "a", "b", "c");
  }

  @Test
  void fieldsThatAreNotNeededArePassedOver() throws IOException {
    String entry = TraceText.entry(1, "c", "get", "v2/u/r/blobs/x", 1);
    String more =
        entry.replaceFirst("\\{", "{\"http\": {\"a\": [1, {\"b\": null}]}, \"x\": -1e3, ");
    assertThat(read(new MemoryStore().put("t", "[" + more + "]"), ROOT + "/t"))
        .extracting(RegistryRequest::method)
        .containsExactly("GET");
  }

  @ParameterizedTest
  @CsvSource({
    "1518, '\"many\"', http.response.written is not a whole number",
    "1518, -1, http.response.written is not at least 0",
    "1518, 99999999999999999999, out of range of",
    "1518, 1.5, http.response.written is not a whole number",
    "1518, [], http.response.written is not a whole number",
    "0.879271282, 1e300, http.request.duration is not a duration",
    "2017-07, 2017-27, timestamp is no time",
    "2017-07, -2017-07, timestamp is not between",
    "timestamp, stamp, an entry has no timestamp",
    "http.request.uri, uri, an entry has no http.request.uri",
    "http.response.status, status, an entry has no http.response.status"
  })
  void aMalformedEntryIsAFaultWithItsPlace(String good, String bad, String message) {
    String first = TraceText.entry(1, "c", "GET", "v2/u/r/blobs/x", 7) + ",\n";
    String second = TraceText.entry(2, "c", "GET", "v2/u/r/blobs/x", 1518);
    MemoryStore store =
        new MemoryStore().put("t", "[" + first + second.replaceFirst(good, bad) + "]");
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> read(store, ROOT + "/t"));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault).hasMessageContaining(message).hasMessageContaining(ROOT + "/t, line ");
    // an entry has 12 lines: the second one's are 13 to 24
    assertThat(fault.explanation()).containsPattern("line (1[3-9]|2[0-4]), column");
    assertThat(fault.offset())
        .isBetween(1L + first.length(), 5L + first.length() + second.length());
  }

  @ParameterizedTest
  @CsvSource({
    "'{}', CORRUPT, it is no array",
    "'', CORRUPT, it is no array",
    "'[1]', CORRUPT, an entry is no object",
    "'[] []', CORRUPT, something follows",
    "'[', TRUNCATED, end-of-input",
    "'[{\"timestamp\": \"2017', TRUNCATED, end-of-input",
    "'[{\"timestamp\": \"2017]', TRUNCATED, end-of-input",
    "'[}', CORRUPT, Unexpected"
  })
  void whatIsNoTraceIsRefused(String text, RejectReason reason, String message) {
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> read(new MemoryStore().put("t", text), ROOT + "/t"));
    assertThat(fault.reason()).isEqualTo(reason);
    assertThat(fault).hasMessageContaining(ROOT + "/t").hasMessageContaining(message);
  }

  @Test
  void damagedGzipNamesItsFile() throws IOException {
    byte[] bytes = gzip(new TraceText().add(1, "c", "GET", "v2/", 0).toString());
    bytes[bytes.length - 6] ^= 1;
    assertThatThrownBy(() -> read(new MemoryStore().put("t", bytes), ROOT + "/t"))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining(ROOT + "/t");
  }

  @Test
  void valuesBeyondTheLimitAreRefused() {
    String entry = TraceText.entry(1, "c".repeat(1001), "GET", "v2/", 0);
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> read(new MemoryStore().put("t", "[" + entry + "]"), ROOT + "/t"));
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    String deep = "[{\"x\": " + "[".repeat(50) + "]".repeat(50) + "}]";
    assertThatThrownBy(() -> read(new MemoryStore().put("t", deep), ROOT + "/t"))
        .hasMessageContaining("nesting");
  }

  @Test
  void inputsThatAreNotThereAreFaults() {
    MemoryStore store = new MemoryStore().put("d/e/t", "[]");
    assertThatThrownBy(() -> read(store, ROOT + "/x")).hasMessageContaining(ROOT + "/x");
    assertThatThrownBy(() -> read(store, ROOT + "/d"))
        .hasMessageContaining("the folder of a trace contains a folder");
  }

  @Test
  void nothingIsReadFarAhead() throws IOException {
    AtomicLong read = new AtomicLong();
    byte[] entry =
        (TraceText.entry(1, "c", "GET", "v2/", 0) + ",").getBytes(StandardCharsets.UTF_8);
    ByteStore store =
        new MemoryStore() {
          @Override
          public InputStream open(String location, long offset, long bytes) {
            read.set(0);
            return new InputStream() {
              @Override
              public int read(byte[] buffer, int from, int length) {
                for (int at = from; at < from + length; at++) {
                  buffer[at] = (byte) read();
                }
                return length;
              }

              @Override
              public int read() {
                long at = read.getAndIncrement();
                return at == 0 ? '[' : entry[(int) ((at - 1) % entry.length)];
              }
            };
          }
        };
    try (RegistryTrace trace = new RegistryTrace(store, List.of("t"), TraceLimits.USUAL)) {
      for (int at = 0; at < 5000; at++) {
        assertThat(trace.next()).isNotNull();
        assertThat(read.get() - (long) at * entry.length).isLessThan(32_768);
      }
    }
  }
}
