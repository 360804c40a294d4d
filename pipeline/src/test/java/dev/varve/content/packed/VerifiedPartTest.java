package dev.varve.content.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.digest.Digests;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.MemoryStore;
import dev.varve.input.tar.HandTar;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of 600 bytes at 512 in a layer of 2,560 bytes, read again after it was changed. */
class VerifiedPartTest {
  private static final int OFFSET = 512;
  private static final int BYTES = 600;

  private final byte[] tar =
      new HandTar().file("disk/a", HandTar.latin("ab".repeat(BYTES / 2))).end().bytes();

  private byte[] read(byte[] now, LayerBlob.DigestOf of) throws IOException {
    MemoryStore store = new MemoryStore().put("layer", now);
    String digest = Digests.print("sha256", digested(tar));
    LayerBlob blob = new LayerBlob(digest, of, tar.length, List.of(digest), null);
    BlobPlace place = new BlobPlace(MemoryStore.ROOT + "/layer", 0, -1);
    PackedReading reading =
        new PackedReading(
            InflateEngine.JDK, DigestEngine.fastest(), BYTES, 1 << 27, new SpoolFolder("", BYTES));
    LayerCandidate layer = new LayerCandidate(blob, List.of(place));
    DiskPart part = new DiskPart(layer, DiskPart.Coding.ARCHIVE, OFFSET, BYTES);
    try (InputStream in = new VerifiedPart(store, part, reading)) {
      return in.readAllBytes();
    }
  }

  private static MessageDigest digested(byte[] bytes) {
    MessageDigest digest = Digests.named("sha256");
    digest.update(bytes);
    return digest;
  }

  @ParameterizedTest
  @EnumSource(LayerBlob.DigestOf.class)
  void aFileIsReadFromItsLayer(LayerBlob.DigestOf of) throws Exception {
    assertThat(read(tar, of)).isEqualTo(HandTar.latin("ab".repeat(BYTES / 2)));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 600, 2000})
  void otherBytesThanBeforeAreAFault(int at) {
    tar[at] ^= 1;
    byte[] now = tar.clone();
    tar[at] ^= 1;
    for (LayerBlob.DigestOf of : LayerBlob.DigestOf.values()) {
      assertThatThrownBy(() -> read(now, of))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("its bytes have the digest");
    }
  }

  @Test
  void aLayerThatBecameShorterOrLongerIsAFault() {
    LayerBlob.DigestOf of = LayerBlob.DigestOf.BLOB;
    assertThatThrownBy(() -> read(Arrays.copyOf(tar, 400), of))
        .hasMessageContaining("it ends before its disk");
    assertThatThrownBy(() -> read(Arrays.copyOf(tar, 1600), of))
        .hasMessageContaining("the blob has 1600 bytes");
    assertThatThrownBy(() -> read(Arrays.copyOf(tar, tar.length + 9), of))
        .isInstanceOf(MalformedBlobException.class);
    assertThatThrownBy(() -> read(new byte[0], of)).isInstanceOf(MalformedBlobException.class);
  }
}
