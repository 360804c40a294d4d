package dev.varve.input.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PullCodecTest {
  private static final byte[] TEXT =
      "what a layer holds, and holds again; ".repeat(300).getBytes(StandardCharsets.US_ASCII);

  @ParameterizedTest
  @ValueSource(strings = {"gzip-1", "gzip-6", "gzip-9", "zstd-1", "zstd-3", "zstd-19"})
  void othersUnpackWhatIsPackedAndItsLengthIsThatOfTheBytes(String name) throws IOException {
    PullCodec codec = PullCodec.named(name);
    assertThat(codec.name()).isEqualTo(name);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = codec.compressTo(packed)) {
      out.write(TEXT);
    }
    ByteArrayInputStream bytes = new ByteArrayInputStream(packed.toByteArray());
    try (InputStream in =
        name.startsWith("gzip") ? new GZIPInputStream(bytes) : new ZstdInputStream(bytes)) {
      assertThat(in.readAllBytes()).isEqualTo(TEXT);
    }
    assertThat(packed.size()).isLessThan(TEXT.length / 10);
    assertThat(CompressedLength.of(codec, TEXT, 0, TEXT.length)).isEqualTo(packed.size());
    try (CompressedLength parts = new CompressedLength(codec)) {
      parts.add(TEXT, 0, 100);
      parts.add(TEXT, 100, TEXT.length - 100);
      assertThat(parts.end()).isEqualTo(packed.size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-0", "gzip-10", "zstd-0", "zstd-20", "GZIP-6", "gzip", "xz-6", ""})
  void otherNamesAreRefusedWithThoseThatThereAre(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PullCodec.named(name))
        .withMessageContaining("gzip-1 to gzip-9 or zstd-1 to zstd-19");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-1 gzip-9", "zstd-1 zstd-19"})
  void aHigherLevelSavesMore(String pair) throws IOException {
    StringBuilder numbers = new StringBuilder();
    for (int number = 0; number < 20_000; number++) {
      numbers.append(number * number).append(' ');
    }
    byte[] text = numbers.toString().getBytes(StandardCharsets.US_ASCII);
    PullCodec low = PullCodec.named(pair.split(" ", -1)[0]);
    PullCodec high = PullCodec.named(pair.split(" ", -1)[1]);
    assertThat(CompressedLength.of(high, text, 0, text.length))
        .isLessThan(CompressedLength.of(low, text, 0, text.length));
  }

  /** RFC 1952: a header of 10 bytes, the empty block 03 00, and a trailer of 8 bytes. */
  @Test
  void nothingIsTwentyBytesOfGzip() throws IOException {
    assertThat(CompressedLength.of(PullCodec.named("gzip-6"), new byte[0], 0, 0)).isEqualTo(20);
  }
}
