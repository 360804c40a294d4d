package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.request.RegistryRequest.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of a registry's trace whose fields have their least and their largest values. */
class RegistryEntryTest {

  private static RegistryRequest read(String fields) throws IOException {
    MemoryStore store = new MemoryStore().put("trace", "[{" + fields.replace('\'', '"') + "}]");
    try (TraceFile file = new TraceFile(store, MemoryStore.ROOT + "/trace", TraceLimits.USUAL)) {
      return Objects.requireNonNull(file.next());
    }
  }

  private static String entry(String time, String uri, String status, String bytes, String took) {
    return "'timestamp':'%s','http.request.remoteaddr':'c','http.request.method':'get',"
            .formatted(time)
        + "'http.request.uri':'%s','http.response.status':%s,'http.response.written':%s,"
            .formatted(uri, status, bytes)
        + "'http.request.duration':%s".formatted(took);
  }

  @Test
  void allFieldsMayBeTheLeast() throws IOException {
    assertThat(read(entry("1970-01-01T00:00:00Z", "v2/r/blobs/b", "0", "0", "0")))
        .isEqualTo(new RegistryRequest(0, "c", "GET", Kind.BLOB, "r", "b", 0, 0, 0));
  }

  /** Targets of requests in the forms of RFC 9112, 3.2, with percent codes of RFC 3986, 2.1. */
  @ParameterizedTest
  @CsvSource({
    "/v2/team/app/manifests/1, MANIFEST, team/app, 1",
    "/v2/team/app/manifests/1?ns=docker.io, MANIFEST, team/app, 1",
    "/v2/team/app/blobs/sha256%3A9f86?ns=a/b/blobs/c, BLOB, team/app, sha256:9f86",
    "/v2/team%2Fapp/blobs/sha256%3a9f86, BLOB, team/app, sha256:9f86",
    "https://reg.example:5000/v2/team/app/manifests/1, MANIFEST, team/app, 1",
    "http://reg.example?v2/team/app/manifests/1, OTHER, '', ''",
    "//v2//team/app/manifests/1, MANIFEST, team/app, 1",
    "/v2/team/app/blobs/uploads/5?_state=a%2Fb&digest=sha256%3A9f86, UPLOAD, team/app, /5",
    "/v2/team/app/manifests/a%zz%, MANIFEST, team/app, a%zz%",
    "/v2/_catalog?n=100, OTHER, '', ''"
  })
  void aUriIsAUri(String uri, Kind kind, String repository, String id) throws IOException {
    assertThat(read(entry("1970-01-01T00:00:00Z", uri, "200", "1", "0")))
        .returns(kind, RegistryRequest::kind)
        .returns(repository, RegistryRequest::repository)
        .returns(id, RegistryRequest::id);
  }

  @Test
  void allFieldsMayBeTheLargest() throws IOException {
    String time = "+33658-09-27T01:46:39.999999Z"; // date -u -d @999999999999
    String bytes = "9223372036854775807";
    assertThat(read(entry(time, "/v2/r/blobs/b", "2147483647", bytes, "1e9")))
        .isEqualTo(
            new RegistryRequest(
                999_999_999_999_999_999L,
                "c",
                "GET",
                Kind.BLOB,
                "r",
                "b",
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                1_000_000_000_000_000L));
  }

  @ParameterizedTest
  @CsvSource({
    "+33658-09-27T01:46:40Z, 1, 1, 1, timestamp is not between the years 1970 and 33658",
    "1969-12-31T23:59:59Z, 1, 1, 1, timestamp is not between the years 1970 and 33658",
    "2020-01-01T00:00:00Z, 2147483648, 1, 1, http.response.status is not a status of HTTP",
    "2020-01-01T00:00:00Z, -1, 1, 1, http.response.status is not at least 0",
    "2020-01-01T00:00:00Z, 1, -1, 1, http.response.written is not at least 0",
    "2020-01-01T00:00:00Z, 1, 1.5, 1, http.response.written is not a whole number",
    "2020-01-01T00:00:00Z, 1, '\"x\"', 1, http.response.written is not a whole number",
    "2020-01-01T00:00:00Z, 1, 1, '\"x\"', http.request.duration is not a number",
    "2020-01-01T00:00:00Z, 1, 1, -0.1, http.request.duration is not a duration",
    "2020-01-01T00:00:00Z, 1, 1, 1000000001, http.request.duration is not a duration"
  })
  void whatIsBeyondThemIsNamed(String time, String status, String bytes, String took, String what) {
    assertThatThrownBy(() -> read(entry(time, "v2/r/blobs/b", status, bytes, took)))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageEndingWith(what);
  }

  @Test
  void aNameIsAText() {
    String fields = entry("1970-01-01T00:00:00Z", "v2/r/blobs/b", "0", "0", "0");
    assertThatThrownBy(() -> read(fields.replace(":'c'", ":5")))
        .hasMessageEndingWith("http.request.remoteaddr is not a text");
    assertThatThrownBy(() -> read(fields.replace(":'c'", ":null")))
        .hasMessageEndingWith("http.request.remoteaddr is not a text");
  }

  /** Files in an order of their own: the entries come by their times, and of one time by file. */
  @Test
  void filesAreMergedByTheirTimesInWhateverOrderTheyAreNamed() throws IOException {
    MemoryStore store = new MemoryStore();
    store.put("late", file("2020-01-01T00:00:05Z", "2020-01-01T00:00:09Z"));
    store.put("early", file("2020-01-01T00:00:01Z", "2020-01-01T00:00:05Z"));
    store.put("none", "[]");
    store.put("middle", file("2020-01-01T00:00:02Z", "2020-01-01T00:00:03Z"));
    List<String> names = Stream.of("late", "early", "none", "middle").map(this::at).toList();
    List<Long> seconds = new ArrayList<>();
    try (RegistryTrace trace = new RegistryTrace(store, names, TraceLimits.USUAL)) {
      for (RegistryRequest one = trace.next(); one != null; one = trace.next()) {
        seconds.add(one.atMicros() / 1_000_000 - 1_577_836_800);
      }
      assertThat(trace.next()).isNull();
    }
    assertThat(seconds).containsExactly(1L, 2L, 3L, 5L, 5L, 9L);
  }

  private String at(String name) {
    return MemoryStore.ROOT + "/" + name;
  }

  private static String file(String... times) {
    return Stream.of(times)
        .map(time -> "{" + entry(time, "v2/r/blobs/b", "200", "1", "1") + "}")
        .collect(Collectors.joining(",", "[", "]"))
        .replace('\'', '"');
  }

  @Test
  void sessionsHaveRatiosFromNothingToAll() {
    assertThat(sessions(0, 0, 1)).isNotNull();
    for (int ratio = 0; ratio < 5; ratio++) {
      int one = ratio;
      assertThat(sessions(1, one, 1)).isNotNull();
      assertThatThrownBy(() -> sessions(1, one, 1.01)).hasMessageEndingWith(" ratio 1.01");
      assertThatThrownBy(() -> sessions(1, one, -0.01)).hasMessageEndingWith(" ratio -0.01");
    }
    assertThatThrownBy(() -> sessions(-1, 0, 0)).hasMessageStartingWith("-1 sessions, ");
  }

  private static SessionSettings sessions(long count, int place, double ratio) {
    double[] ratios = {0.5, 0.5, 0.5, 0.5, 0.5};
    ratios[place] = ratio;
    return new SessionSettings(
        count, 1, 1, ratios[0], ratios[1], ratios[2], ratios[3], ratios[4], 0);
  }

  @Test
  void whatIsMissingIsNamedAndNothingElse() {
    assertThatThrownBy(() -> read(""))
        .hasMessageEndingWith(
            "an entry has no timestamp, http.request.remoteaddr, http.request.method,"
                + " http.request.uri, http.response.status, http.response.written,"
                + " http.request.duration");
    String whole = entry("1970-01-01T00:00:00Z", "v2/r/blobs/b", "0", "0", "0");
    assertThatThrownBy(() -> read(whole.replace("'http.response.written':0,", "")))
        .hasMessageEndingWith("an entry has no http.response.written");
    assertThatThrownBy(() -> read(whole.replace(",'http.request.duration':0", "")))
        .hasMessageEndingWith("an entry has no http.request.duration");
    assertThatThrownBy(() -> read(whole.replace("'http.response.status':0,", "")))
        .hasMessageEndingWith("an entry has no http.response.status");
  }

  /** Paths of the distribution API; a repository has a letter at least. */
  @ParameterizedTest
  @CsvSource({
    "v2/a/manifests/latest, MANIFEST, a, latest",
    "/v2/team/a/blobs/sha256:00, BLOB, team/a, sha256:00",
    "v2/a/blobs/uploads/, UPLOAD, a, /",
    "v2/a/blobs/uploads, UPLOAD, a, ''",
    "v2//blobs/b, OTHER, '', ''",
    "v2/manifests/latest, OTHER, '', ''",
    "v2/, OTHER, '', ''",
    "v1/a/blobs/b, OTHER, '', ''"
  })
  void aUriNamesARepositoryAndWhatIsInIt(String uri, Kind kind, String repository, String id)
      throws IOException {
    RegistryRequest request = read(entry("1970-01-01T00:00:00Z", uri, "200", "0", "0"));
    assertThat(request.kind()).isEqualTo(kind);
    assertThat(request.repository()).isEqualTo(repository);
    assertThat(request.id()).isEqualTo(id);
  }
}
