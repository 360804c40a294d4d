package dev.varve.content.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.varve.input.codec.InflateEngine;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.tar.LayerObserver;
import dev.varve.input.tar.PullMeter;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Seed;
import dev.varve.synthetic.mutation.MutatedLayers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Layers with random faults; {@code -Dmutations=1000000} reads a million of them. */
class MutationTest {
  private static final int MANY = 10_000;
  private static final int BLOBS =
      Integer.getInteger("mutations", Boolean.getBoolean("thorough") ? MANY : 2_000);

  @Test
  void everyMutationIsAcceptedOrRejectedAndBothDecodersAgree() {
    MutatedLayers layers = new MutatedLayers(new Seed(11));
    Map<RejectReason, Integer> rejected = new EnumMap<>(RejectReason.class);
    int accepted = 0;
    for (int number = 0; number < BLOBS; number++) {
      byte[] blob = layers.blob(number);
      List<String> outcomes =
          assertTimeoutPreemptively(Duration.ofSeconds(40), () -> outcomes(blob));
      String one = outcomes.get(0);
      String other = outcomes.get(1);
      // Broken data may look cut to the one and corrupt to the other, never good to one alone.
      assertThat(verdict(other)).as("blob %d", number).isEqualTo(verdict(one));
      if (one.startsWith("sha256:")) {
        accepted++;
      } else {
        rejected.merge(RejectReason.valueOf(one), 1, Integer::sum);
      }
    }
    // Not all of one kind: the mutations reach what they are meant to reach.
    assertThat(accepted).isGreaterThan(BLOBS / 20);
    assertThat(rejected).containsKeys(RejectReason.CORRUPT, RejectReason.TRUNCATED);
    if (BLOBS >= MANY) {
      assertThat(rejected).containsKey(RejectReason.LIMIT);
    }
  }

  private static String verdict(String outcome) {
    return outcome.startsWith("sha256:") ? outcome : "rejected";
  }

  /** By either decoder; what a pull would take is measured behind one of them. */
  private static List<String> outcomes(byte[] blob) {
    try (PullMeter meter = new PullMeter(List.of(PullCodec.named("gzip-1")), pull -> {})) {
      return List.of(
          outcome(blob, InflateEngine.JDK, meter),
          outcome(blob, InflateEngine.fastest(), new LayerObservers()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static LayerReading reading(InflateEngine engine) {
    return new LayerReading(
        "md5", Reading.LIMITS, engine, DigestEngine.JDK, LayerReading.DiffIds.VERIFY);
  }

  /** The diffID of an accepted layer, or why it was rejected; anything else fails the test. */
  private static String outcome(byte[] blob, InflateEngine engine, LayerObserver observer) {
    try (LayerReader reader =
        new LayerReader(
            Reading.expected(blob), new ByteArrayInputStream(blob), reading(engine), observer)) {
      while (reader.next() != null) {
        assertThat(reader.blobBytes()).isLessThanOrEqualTo(blob.length);
      }
      return reader.layer().diffId();
    } catch (MalformedBlobException e) {
      return e.reason().name();
    } catch (IOException e) {
      throw new AssertionError("bad data was taken for a fault of the medium", e);
    }
  }
}
