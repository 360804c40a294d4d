package dev.varve.input.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderInputTest {
  private static final byte[] BYTES = {1, 0, (byte) 0xff, 4, 5, 6, 7};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 100})
  void inStepsOfAnyLengthAllBytesComeAndTheLastOneAlone(int length) throws IOException {
    for (InputStream medium : List.of(new ByteArrayInputStream(BYTES), new OneByteSteps(BYTES))) {
      InputStream in = new DecoderInput(medium);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      List<Integer> steps = new ArrayList<>();
      byte[] buffer = new byte[length + 1];
      for (int got = in.read(buffer, 1, length); got >= 0; got = in.read(buffer, 1, length)) {
        all.write(buffer, 1, got);
        steps.add(got);
      }
      assertThat(all.toByteArray()).isEqualTo(BYTES);
      assertThat(steps.get(steps.size() - 1)).isEqualTo(1);
      assertThat(in.read(buffer, 1, length)).isEqualTo(-1);
    }
  }

  @Test
  void singleBytesAndStepsMayTakeTurns() throws IOException {
    InputStream in = new DecoderInput(new ByteArrayInputStream(BYTES));
    byte[] buffer = new byte[3];
    assertThat(in.read(buffer, 0, 0)).isZero();
    assertThat(in.read()).isEqualTo(1);
    assertThat(in.read(buffer, 0, 3)).isEqualTo(3);
    assertThat(buffer).isEqualTo(new byte[] {0, (byte) 0xff, 4});
    assertThat(in.read()).isEqualTo(5);
    assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(BYTES, 5, 7));
    assertThat(in.read()).isEqualTo(-1);
    assertThat(in.read(buffer, 0, 1)).isEqualTo(-1);
  }

  @Test
  void nothingIsNothing() throws IOException {
    for (int length = 1; length < 4; length++) {
      InputStream in = new DecoderInput(new ByteArrayInputStream(new byte[0]));
      assertThat(in.read(new byte[4], 0, length)).isEqualTo(-1);
    }
  }

  @Test
  void closingAnyDecompressorClosesWhatItReads() throws IOException {
    for (Packing packing : Packing.values()) {
      AtomicInteger closed = new AtomicInteger();
      InputStream medium =
          new ByteArrayInputStream(packing.pack(BYTES)) {
            @Override
            public void close() {
              closed.incrementAndGet();
            }
          };
      try (Decompressor in =
          new Decompressor(new BlobStream(medium, null), InflateEngine.fastest())) {
        assertThat(in.read()).isEqualTo(1);
        assertThat(in.read()).isZero();
        assertThat(in.read()).isEqualTo(0xff);
        assertThat(in.readAllBytes()).hasSize(4);
        assertThat(in.read()).isEqualTo(-1);
      }
      assertThat(closed).as(packing.label()).hasValueGreaterThan(0);
    }
  }
}
