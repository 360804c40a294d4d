package dev.varve.jobs.sharing;

import dev.varve.jobs.row.RowReader;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.FileOrigins;
import dev.varve.sharing.GatheredCopies;
import dev.varve.sharing.LayerOwners;
import java.nio.IntBuffer;
import org.apache.spark.sql.Row;

/**
 * Sharing degrees and layers of files, and origins of duplicates, of gathered copies sorted by
 * fingerprint.
 */
final class FileFold extends ContentFold<SharingTables.FileCopies> {
  private final FileDegrees degrees;
  private long bytes;

  FileFold(RowReader<SharingTables.FileCopies> copies, LayerOwners owners, FileOrigins origins) {
    super(copies);
    this.degrees = new FileDegrees(owners, origins);
  }

  @Override
  byte[] fingerprint(SharingTables.FileCopies copies) {
    return copies.fingerprint();
  }

  @Override
  void start(SharingTables.FileCopies first) {
    bytes = first.bytes();
    degrees.start();
  }

  @Override
  void count(SharingTables.FileCopies copies) {
    bytes = Math.min(bytes, copies.bytes());
    IntBuffer layers = GatheredCopies.layers(copies.layers());
    while (layers.hasRemaining()) {
      degrees.add(layers.get());
    }
  }

  @Override
  Row row(byte[] of) {
    degrees.end(bytes);
    SharingTables.FileRow file =
        new SharingTables.FileRow(Fingerprint.of(of), bytes, SharingTables.FileCounts.of(degrees));
    return SharingTables.HELD_FILES.row(new SharingTables.HeldFile(file, degrees.layersInOrder()));
  }
}
