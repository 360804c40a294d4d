package dev.varve.benchmarks;

import dev.varve.codec.InflateEngine;
import dev.varve.digest.DigestEngine;
import dev.varve.model.LayerBlob;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Seed;
import dev.varve.recipe.LayerReader;
import dev.varve.recipe.LayerReading;
import dev.varve.synthetic.mutation.MutatedLayers;
import dev.varve.tar.ArchiveLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads millions of mutated layers and counts the outcomes. Give it the heap of a task, {@code
 * -Xmx64m}: a blob that makes the reader take more shows as an error, one that makes it hang as the
 * longest time. Exit code 1 when any blob was neither accepted nor rejected.
 */
public final class MutationRun {
  private MutationRun() {}

  /** Arguments: how many (1000000), seed (1), decoder of gzip: native or jdk. */
  public static void main(String[] arguments) throws NoSuchAlgorithmException {
    long blobs = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    Seed seed = new Seed(arguments.length > 1 ? Long.parseLong(arguments[1]) : 1);
    InflateEngine engine =
        arguments.length > 2 && arguments[2].equals("jdk")
            ? InflateEngine.JDK
            : InflateEngine.fastest();
    MutatedLayers layers = new MutatedLayers(seed);
    ArchiveLimits limits = new ArchiveLimits(1L << 32, 100_000, 1 << 16, 1 << 20, 10_000);
    LayerReading reading =
        new LayerReading(
            "sha256", limits, engine, DigestEngine.fastest(), LayerReading.DiffIds.VERIFIED);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    Map<String, Long> outcomes = new TreeMap<>();
    long longestNanos = 0;
    long longestNumber = 0;
    for (long number = 0; number < blobs; number++) {
      byte[] blob = layers.blob(number);
      String digest = "sha256:" + HexFormat.of().formatHex(sha256.digest(blob));
      long start = System.nanoTime();
      String outcome = outcome(blob, digest, reading);
      long nanos = System.nanoTime() - start;
      if (nanos > longestNanos) {
        longestNanos = nanos;
        longestNumber = number;
      }
      if (outcome.startsWith("otherwise")) {
        System.out.println(number + " " + outcome);
      }
      outcomes.merge(outcome.split(":")[0], 1L, Long::sum);
    }
    System.out.println("gzip by " + engine.label() + ": " + outcomes);
    System.out.printf("longest %.1f ms, blob %d%n", longestNanos / 1e6, longestNumber);
    System.exit(outcomes.containsKey("otherwise") ? 1 : 0);
  }

  private static String outcome(byte[] blob, String digest, LayerReading reading) {
    LayerBlob expected =
        new LayerBlob(digest, LayerBlob.DigestOf.BLOB, blob.length, List.of(), null);
    try (LayerReader reader = new LayerReader(expected, new ByteArrayInputStream(blob), reading)) {
      while (reader.next() != null) {
        // Every entry is read, and its content digested.
      }
      return reader.layer().layerDigest().equals(digest) ? "accepted" : "otherwise: wrong digest";
    } catch (MalformedBlobException e) {
      return "rejected " + e.reason();
    } catch (IOException | RuntimeException | Error e) {
      return "otherwise: " + e;
    }
  }
}
