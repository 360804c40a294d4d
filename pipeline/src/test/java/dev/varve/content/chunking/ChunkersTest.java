package dev.varve.content.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkersTest {

  @ParameterizedTest
  @CsvSource({
    "fixed-1k, 1024, 1024, 1024",
    "fixed-4k, 4096, 4096, 4096",
    "fixed-100k, 102400, 102400, 102400",
    "fixed-1m, 1048576, 1048576, 1048576",
    "fastcdc-v1-4k, 1024, 4096, 16384",
    "fastcdc-v1-1m, 262144, 1048576, 4194304",
    "tttd-v1-4k, 2048, 4096, 16384",
    "tttd-v1-1k, 512, 1024, 4096",
    "rollsum-v1-1k, 64, 1024, 16384",
    "rollsum-v1-64k, 64, 65536, 1048576",
    "seqcdc-v1-4k, 2048, 4096, 8192"
  })
  void aNameIsOneChunkerAndComesBack(String name, int min, int average, int max) {
    Chunker chunker = Chunkers.named(name);
    assertThat(chunker.name()).isEqualTo(name);
    assertThat(chunker.minBytes()).isEqualTo(min);
    assertThat(chunker.averageBytes()).isEqualTo(average);
    assertThat(chunker.maxBytes()).isEqualTo(max);
  }

  @Test
  void oneSizeHasOneName() {
    assertThat(Chunkers.named("fixed-1024k").name()).isEqualTo("fixed-1m");
    assertThat(Chunkers.named("tttd-v1-1024k").name()).isEqualTo("tttd-v1-1m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fixed",
        "fixed-",
        "fixed-4",
        "fixed-0k",
        "fixed-04k",
        "fixed-2m",
        "fixed-9999999m",
        "fixed-99999999999k",
        "fixed-v1-4k",
        "fastcdc-4k",
        "fastcdc-v2-4k",
        "fastcdc-v1-3k",
        "fastcdc-v1-2m",
        "tttd-v1-5k",
        "rollsum-4k",
        "rollsum-v1-48k",
        "rollsum-v1-128k",
        "seqcdc-v1-4g",
        "seqcdc-v1-32k",
        "FIXED-4k",
        "rabin-v1-4k"
      })
  void anUnknownNameIsAnsweredWithTheKnownForms(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Chunkers.named(name))
        .withMessageContaining("no chunker is called " + name + ";")
        .withMessageContaining("fixed-N with a whole N from 1k to 1m, ")
        .withMessageContaining("seqcdc-v1-N with a power of two from 1k to 16k; ")
        .satisfies(fault -> assertThat(fault.getMessage()).contains(Chunkers.FORMS));
  }

  @Test
  void sizesThatARuleDoesNotKnowAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FixedSize(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new FixedSize(1000));
    assertThatIllegalArgumentException().isThrownBy(() -> new FastCdc(512));
    assertThatIllegalArgumentException().isThrownBy(() -> new Tttd(3 << 10));
    assertThatIllegalArgumentException().isThrownBy(() -> new RollSum(128 << 10));
    assertThatIllegalArgumentException().isThrownBy(() -> new SeqCdc(32 << 10));
  }
}
