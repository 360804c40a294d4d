package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SentenceTest {
  private static String of(String sentence, Object... pairs) {
    Map<String, @Nullable Object> values = new HashMap<>();
    for (int at = 0; at < pairs.length; at += 2) {
      values.put(String.valueOf(pairs[at]), pairs[at + 1]);
    }
    return Sentence.of(sentence, values::get);
  }

  @Test
  void valuesArePrintedAsTheNamesOfTheirColumnsSay() {
    assertThat(of("{stored_bytes}, {compression}", "stored_bytes", 1536L, "compression", "gzip"))
        .isEqualTo("1.5 KiB, gzip");
    assertThat(
            of("{low_bytes} to {bytes_per_machine}", "low_bytes", 1023.6, "bytes_per_machine", 1))
        .isEqualTo("1.0 KiB to 1 B");
    assertThat(of("{layers} of {files}", "layers", 1234, "files", 5L)).isEqualTo("1,234 of 5");
  }

  @Test
  void aCountHasItsThing() {
    assertThat(of("{files file}, {layers layer}", "files", 1L, "layers", 2000))
        .isEqualTo("1 file, 2,000 layers");
    assertThat(of("{copies copy/copies}", "copies", 1L)).isEqualTo("1 copy");
    assertThat(of("{copies copy/copies}", "copies", 0L)).isEqualTo("0 copies");
  }

  @Test
  void sharesAndDigestsAreShort() {
    assertThat(of("saves {ratio %}", "ratio", 0.12345)).isEqualTo("saves 12.3 %");
    assertThat(of("{digest ..}", "digest", "sha256:0123456789abcdef"))
        .isEqualTo("sha256:0123456789ab");
    assertThat(of("{digest ..}", "digest", "0123")).isEqualTo("0123");
  }

  @Test
  void whatIsNotKnownCountsAsNothing() {
    assertThat(of("{stored_bytes} in {files file}")).isEqualTo("0 B in 0 files");
  }

  /** A text of the inputs has no places of its own, and no groups of a pattern. */
  @Test
  void textsStayAsTheyAre() {
    assertThat(of("{path}: {bytes}", "path", "$1 {bytes} \\ 5 %", "bytes", 2))
        .isEqualTo("$1 {bytes} \\ 5 %: 2 B");
    assertThat(of("95 % of {name}", "name", "a")).isEqualTo("95 % of a");
  }
}
