package dev.varve.content.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.codec.BlobStream;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames worked out by hand from Apple's page and from the block format of LZ4. */
class AppleLz4Test {
  /** A stored block "abcdefgh". */
  private static final String STORED = "6276342d 08000000 6162636465666768";

  /**
   * A packed block of 13 bytes: token 02 (no literals, a match of 2 + 4), 8 bytes back, so from the
   * block before; token 70, 7 literals "ijklmno".
   */
  private static final String PACKED = "62763431 0d000000 0b000000 02 0800 70 696a6b6c6d6e6f";

  private static final String END = "62763424";

  private static AppleLz4 of(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return new AppleLz4(new BlobStream(new ByteArrayInputStream(bytes), null));
  }

  private static String text(String hex) throws IOException {
    return new String(of(hex).readAllBytes(), StandardCharsets.US_ASCII);
  }

  @Test
  void aBlockCopiesFromTheOneBeforeIt() throws IOException {
    assertThat(text(STORED + PACKED + END)).isEqualTo("abcdefgh" + "abcdef" + "ijklmno");
    assertThat(text(END)).isEmpty();
    AppleLz4 slow = of(STORED + PACKED + END);
    StringBuilder letters = new StringBuilder();
    for (int letter = slow.read(); letter >= 0; letter = slow.read()) {
      letters.append((char) letter);
    }
    assertThat(letters).hasToString("abcdefghabcdefijklmno");
  }

  /** A block as the coder of lz4.org makes it (python3-lz4 4.0.2, high compression, level 9). */
  private static final String FOREIGN =
      "6f76617276652006001df7046c6179657273206f6620736564696d656e742c1400507661727665";

  /** The marks are words in Apple's page: bv41, bv4-, bv4$. */
  @Test
  void blocksOfTheCoderOfLz4AreRead() throws IOException {
    assertThat(text("62763431 59000000 27000000" + FOREIGN + END))
        .isEqualTo("varve ".repeat(9) + "layers of sediment, layers of varve");
    assertThat(List.of(PACKED, STORED, END))
        .extracting(
            frame ->
                new String(
                    HexFormat.of().parseHex(frame.substring(0, 8)), StandardCharsets.US_ASCII))
        .containsExactly("bv41", "bv4-", "bv4$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing at all
        "6276342d", // a head without its size
        "04224d18 64400000", // LZ4 in its own framing
        STORED, // no end
        PACKED + END, // copies from before the start
        "62763431 0c000000 0b000000 02 0800 70 696a6b6c6d6e6f" + END, // more than stated
        "62763431 0e000000 0b000000 02 0800 70 696a6b6c6d6e6f" + END, // less than stated
        "62763431 ffffffff ffffffff 02 0800 70 696a6b6c6d6e6f", // sizes of 4 GiB
        "6276342d ffffffff 61",
        "62763431 04000000 02000000 1f61" + END, // a length that goes on beyond the block
        "62763431 08000000 05000000 10 61 0000 00" + END, // zero bytes back
      })
  void badFramesAreFaults(String hex) {
    String frames =
        hex.startsWith("62763431 0c") || hex.startsWith("62763431 0e") ? STORED + hex : hex;
    assertThatThrownBy(() -> text(frames))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageMatching(
            "no block of LZ4 begins here.*|the LZ4 data ends.*|a block has another length.*"
                + "|LZ4 data cannot be decoded.*");
  }
}
