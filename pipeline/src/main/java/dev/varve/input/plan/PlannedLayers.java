package dev.varve.input.plan;

import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the layers of a task, for a plan that does not fit into memory. The same run writes
 * and reads the bytes, so they carry no version. They are compressed, because neighbouring layers
 * have similar paths.
 */
public final class PlannedLayers {
  private static final int NULL = -1;

  private PlannedLayers() {}

  /** The bytes of some layers. */
  public static byte[] bytes(List<LayerCandidate> layers) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, fast))) {
      out.writeInt(layers.size());
      for (LayerCandidate layer : layers) {
        write(layer, out);
      }
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  private static void write(LayerCandidate layer, DataOutputStream out) throws IOException {
    LayerBlob blob = layer.blob();
    write(blob.layerDigest(), out);
    write(blob.digestOf().name(), out);
    out.writeLong(blob.bytes());
    out.writeInt(blob.diffIds().size());
    for (String diffId : blob.diffIds()) {
      write(diffId, out);
    }
    write(blob.mediaType(), out);
    out.writeInt(layer.places().size());
    for (BlobPlace place : layer.places()) {
      write(place.location(), out);
      out.writeLong(place.offset());
      out.writeLong(place.bytes());
    }
    out.writeBoolean(layer.isKnown());
    out.writeLong(layer.archiveBytes());
  }

  /**
   * Writes a text with its length. {@link DataOutputStream#writeUTF} accepts at most 64 KiB, and
   * the URI of an embedded blob may be longer.
   */
  private static void write(@Nullable String text, DataOutputStream out) throws IOException {
    if (text == null) {
      out.writeInt(NULL);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * The layers that {@link #bytes} was given.
   *
   * @throws IOException when the bytes end early or were not written by {@link #bytes}
   */
  public static List<LayerCandidate> read(InputStream bytes) throws IOException {
    List<LayerCandidate> layers = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new InflaterInputStream(bytes))) {
      for (int left = in.readInt(); left > 0; left--) {
        layers.add(layer(in));
      }
    }
    return layers;
  }

  private static LayerCandidate layer(DataInputStream in) throws IOException {
    String digest = text(in);
    LayerBlob.DigestOf digestOf = LayerBlob.DigestOf.valueOf(text(in));
    long bytes = in.readLong();
    List<String> diffIds = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      diffIds.add(text(in));
    }
    LayerBlob blob = new LayerBlob(digest, digestOf, bytes, List.copyOf(diffIds), textOrNull(in));
    List<BlobPlace> places = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      places.add(new BlobPlace(text(in), in.readLong(), in.readLong()));
    }
    return new LayerCandidate(blob, List.copyOf(places), in.readBoolean(), in.readLong());
  }

  private static String text(DataInputStream in) throws IOException {
    String text = textOrNull(in);
    if (text == null) {
      throw new IOException("a text of the plan is missing");
    }
    return text;
  }

  private static @Nullable String textOrNull(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the plan ends within a text");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
