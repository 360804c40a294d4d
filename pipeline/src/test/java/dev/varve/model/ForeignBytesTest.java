package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ForeignBytesTest {
  private static int deep(int depth) {
    return depth < 0 ? depth : 1 + deep(depth + 1) % 7;
  }

  @Test
  void whatExhaustsStackOrMemoryIsRejected() {
    assertThatThrownBy(() -> ForeignBytes.read(() -> deep(0)))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("stack");
    assertThatThrownBy(
            () ->
                ForeignBytes.read(
                    () -> {
                      throw new OutOfMemoryError("Java heap space");
                    }))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("Java heap space");
  }

  @Test
  void otherFaultsPassAsTheyAre() throws IOException {
    assertThat(ForeignBytes.read(() -> 1)).isEqualTo(1);
    assertThatThrownBy(
            () ->
                ForeignBytes.read(
                    () -> {
                      throw new IOException("medium");
                    }))
        .isExactlyInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                ForeignBytes.read(
                    () -> {
                      throw new NoClassDefFoundError("ours");
                    }))
        .isInstanceOf(NoClassDefFoundError.class);
  }
}
