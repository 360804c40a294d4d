package dev.varve.input.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannedLayersTest {
  private static final LayerBlob BLOB =
      new LayerBlob(
          "sha256:1f", LayerBlob.DigestOf.BLOB, 77, List.of("sha256:2", "sha256:3"), "a/b");

  private static final LayerBlob BARE =
      new LayerBlob("sha256:ü\ud83d\ude00", LayerBlob.DigestOf.ARCHIVE, -1, List.of(), null);

  /** Longer than {@link java.io.DataOutputStream#writeUTF} takes. */
  private static final String LONG = "data:;base64," + "QUJD".repeat(50_000);

  private static final List<LayerCandidate> LAYERS =
      List.of(
          new LayerCandidate(
              BLOB,
              List.of(new BlobPlace("file:/a", 0, -1), new BlobPlace("file:/b", 512, 77)),
              true,
              LayerCandidate.WHOLE),
          new LayerCandidate(BARE, List.of(new BlobPlace(LONG, Long.MAX_VALUE, 0))).head(1 << 20));

  @Test
  void layersComeBackAsTheyWere() throws IOException {
    byte[] bytes = PlannedLayers.bytes(LAYERS);
    assertThat(PlannedLayers.read(new ByteArrayInputStream(bytes))).isEqualTo(LAYERS);
    assertThat(PlannedLayers.read(new ByteArrayInputStream(PlannedLayers.bytes(List.of()))))
        .isEmpty();
  }

  @Test
  void bytesThatEndEarlyAreAFault() throws IOException {
    byte[] bytes = PlannedLayers.bytes(LAYERS);
    for (int length : new int[] {0, 1, bytes.length / 2, bytes.length - 20}) {
      byte[] some = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> PlannedLayers.read(new ByteArrayInputStream(some)))
          .isInstanceOf(IOException.class);
    }
  }
}
