package dev.varve.jobs.derive.sharing;

import dev.varve.content.sharing.FileDegrees;
import dev.varve.content.sharing.FileOrigins;
import dev.varve.content.sharing.LayerOwners;
import dev.varve.jobs.engine.Fold;
import dev.varve.model.Fingerprint;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Computes the sharing degrees of file contents from their copies, sorted by fingerprint and layer.
 */
final class FileFold implements Fold<FileFold.FileCopies> {
  private final FileOrigins origins = new FileOrigins();
  private final FileDegrees degrees;
  private byte[] fingerprint = {};
  private long bytes;

  /**
   * A row of {@code schemas/sharing/file_copies.sql}.
   *
   * @param layer number of the layer
   * @param bytes of one copy
   * @param copies of the content in the layer
   */
  @SuppressWarnings("ArrayRecordComponent") // a row; only its bytes are compared
  record FileCopies(byte[] fingerprint, int layer, long bytes, long copies) {}

  /**
   * A row of {@code file_sharing}, and the layers that contain the file.
   *
   * @param bytes of one copy
   * @param copies FILE rows with this fingerprint, repeats within a layer counted
   * @param layers distinct layers that contain it
   * @param images distinct images that list such a layer; 0 where no image does
   * @param repositories distinct repositories that contain such an image
   * @param owners numbers of the layers, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // a row, never compared
  record SharedFile(
      Fingerprint fingerprint,
      long bytes,
      long copies,
      long layers,
      long images,
      long repositories,
      int[] owners) {}

  /**
   * The number and bytes of duplicates of one origin, among the contents that one fold received.
   *
   * @param origin as in table {@code file_origin}
   * @param files FILE rows that are duplicates
   * @param bytes their bytes, uncompressed
   */
  record Duplicates(String origin, long files, long bytes) {}

  FileFold(LayerOwners owners) {
    degrees = new FileDegrees(owners, origins);
  }

  @Override
  public void add(FileCopies row, Consumer<Record> output) {
    if (!Arrays.equals(row.fingerprint(), fingerprint)) {
      emitContent(output);
      fingerprint = row.fingerprint();
      bytes = row.bytes();
      degrees.start();
    }
    bytes = Math.min(bytes, row.bytes());
    degrees.add(row.layer());
    degrees.addRepeats(row.copies() - 1);
  }

  private void emitContent(Consumer<Record> output) {
    if (fingerprint.length > 0) {
      degrees.end(bytes);
      output.accept(
          new SharedFile(
              Fingerprint.of(fingerprint),
              bytes,
              degrees.copies(),
              degrees.layers(),
              degrees.images(),
              degrees.repositories(),
              degrees.layersInOrder()));
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    emitContent(output);
    if (!origins.isEmpty()) {
      for (FileOrigins.Origin origin : FileOrigins.Origin.values()) {
        output.accept(
            new Duplicates(origin.toString(), origins.files(origin), origins.bytes(origin)));
      }
    }
  }
}
