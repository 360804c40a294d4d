package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes, names and embedded data of descriptors at their limits. */
class DescriptorEdgesTest {
  private static final int MIB = 1 << 20;

  @Test
  void aDescriptorEmbedsUpToAMib() {
    assertThat(embed(new byte[MIB])).isEmpty();
    assertThat(embed(new byte[MIB + 3])).containsExactly(RejectReason.LIMIT);
  }

  /** 1,398,104 letters each: 47 of them are less than 64 MiB of letters, and 48 are more. */
  @Test
  void descriptorsEmbedUpTo64MibOfLettersTogether() {
    byte[][] blobs = new byte[49][];
    for (int blob = 0; blob < blobs.length; blob++) {
      blobs[blob] = new byte[MIB];
      blobs[blob][0] = (byte) Math.min(blob, 47);
    }
    assertThat(embed(blobs)).containsExactly(RejectReason.LIMIT, RejectReason.LIMIT);
  }

  private static List<RejectReason> embed(byte[]... blobs) {
    List<RejectReason> reasons = new ArrayList<>();
    EmbeddedBlobs embedded =
        new EmbeddedBlobs(
            digest -> Optional.empty(),
            new Rejections("here", finding -> reasons.add(((Finding.Rejected) finding).reason())));
    for (byte[] blob : blobs) {
      MessageDigest sum = Digests.named("sha256");
      sum.update(blob);
      String digest = Digests.print("sha256", sum);
      embedded.add(
          new ObjectMapper()
              .createObjectNode()
              .put("digest", digest)
              .put("size", blob.length)
              .put("data", Base64.getEncoder().encodeToString(blob)));
    }
    return reasons;
  }

  @Test
  void embeddedBytesAreReadInPartsAndToTheirEnd() throws IOException {
    BlobPlace place = BlobPlace.embedded("YWJjZA==", 4); // base64 of abcd
    assertThat(read(place)).isEqualTo("abcd");
    assertThat(read(new BlobPlace(place.location(), 1, 2))).isEqualTo("bc");
    assertThat(read(new BlobPlace(place.location(), 1, -1))).isEqualTo("bcd");
    assertThat(read(new BlobPlace(place.location(), 3, 9))).isEqualTo("d");
    assertThat(read(new BlobPlace(place.location(), 9, 9))).isEmpty();
    assertThat(place.label()).isEqualTo("data of a descriptor");
    assertThat(new BlobPlace("file:/a", 5, -1).label()).isEqualTo("file:/a");
    assertThat(new BlobPlace("file:/a", 5, 0).label()).isEqualTo("file:/a#5");
  }

  private static String read(BlobPlace place) throws IOException {
    try (InputStream in = place.open(new MemoryStore())) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  /** A blob has up to 1 TiB. */
  @ParameterizedTest
  @CsvSource({
    "0, true",
    "1099511627776, true",
    "1099511627777, false",
    "-1, false",
    "1.0, false",
    "99999999999999999999, false"
  })
  void aSizeIsAWholeNumberUpToATib(String size, boolean valid) throws IOException {
    JsonNode descriptor = new ObjectMapper().readTree("{\"size\":" + size + "}");
    assertThat(JsonDocument.hasSize(descriptor)).isEqualTo(valid);
    assertThat(JsonDocument.size(descriptor)).isEqualTo(valid ? Long.valueOf(size) : null);
  }

  @Test
  void aTextIsCutBehind16384LettersAndNotInsideOfOne() {
    String most = "n".repeat(16_384);
    assertThat(JsonDocument.cut(most)).isEqualTo(most);
    assertThat(JsonDocument.cut(most + "x")).isEqualTo(most);
    String pair = "\ud83d\ude00";
    assertThat(JsonDocument.cut(most.substring(1) + pair)).isEqualTo(most.substring(1));
    assertThat(JsonDocument.cut(most.substring(2) + pair + "x"))
        .isEqualTo(most.substring(2) + pair);
  }

  @Test
  void aDocumentHasUpTo16Mib() throws IOException {
    String blanks = " ".repeat((16 << 20) - 2);
    assertThat(document("{}" + blanks).bytes()).isEqualTo(16 << 20);
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> document("{}" + blanks + " "));
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(fault.offset()).isEqualTo(16 << 20);
  }

  @Test
  void aFaultOfJsonHasItsPlace() {
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> document("{\"a\":1,}"));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isBetween(7L, 8L);
  }

  private static JsonDocument document(String text) throws IOException {
    MemoryStore store = new MemoryStore().put("a", text);
    return JsonDocument.read(store, new BlobPlace(MemoryStore.ROOT + "/a", 0, -1), null);
  }

  /** Forms as docker pull takes them. */
  @ParameterizedTest
  @CsvSource({
    "app, app,",
    "app:1, app, 1",
    "team/app, team/app,",
    "host:5000/app, host:5000/app,",
    "host:5000/app:1.2, host:5000/app, 1.2",
    "app:1@sha256:00, app, 1",
    "app@sha256:00, app,"
  })
  void aReferenceIsARepositoryAndATag(String reference, String repository, String tag) {
    assertThat(ImageName.parse(reference)).isEqualTo(new ImageName(repository, tag));
  }

  @Test
  void aLayoutNamesATagOrAWholeReference() {
    assertThat(ImageName.ofLayout("1.2")).isEqualTo(new ImageName(null, "1.2"));
    assertThat(ImageName.ofLayout("app:1.2")).isEqualTo(new ImageName("app", "1.2"));
    assertThat(ImageName.ofLayout("team/app")).isEqualTo(new ImageName("team/app", null));
    assertThat(ImageName.ofLayout("1.2").in("app")).isEqualTo(new ImageName("app", "1.2"));
    assertThat(ImageName.ofLayout("1.2").in("")).isEqualTo(new ImageName(null, "1.2"));
    assertThat(ImageName.ofLayout("a:1").in("b")).isEqualTo(new ImageName("a", "1"));
  }
}
