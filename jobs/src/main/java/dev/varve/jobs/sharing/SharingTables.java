package dev.varve.jobs.sharing;

import dev.varve.jobs.row.Column;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.Fingerprint;
import dev.varve.sharing.FileDegrees;
import dev.varve.sharing.GatheredCopies;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows of the tables of sharing degrees, and of the references that are counted. */
final class SharingTables {
  static final RowBinder<FileRow> FILES = Tables.rows("file_sharing", FileRow.class);

  /** The column of those who hold a content: layers or snapshots, by their numbers, in order. */
  static final String HOLDERS = "holders";

  static final RowBinder<HeldFile> HELD_FILES =
      RowBinder.of("held files", held("file_sharing"), HeldFile.class);
  static final RowBinder<HeldChunk> HELD_CHUNKS =
      RowBinder.of("held chunks", held("chunk_sharing"), HeldChunk.class);

  /** The columns of copies of a file that are gathered. */
  static final StructType GATHERED =
      new StructType()
          .add("fingerprint", DataTypes.BinaryType)
          .add("bytes", DataTypes.LongType)
          .add("layers", DataTypes.BinaryType);

  static final RowBinder<FileCopies> COPIES =
      RowBinder.of("gathered copies", GATHERED, FileCopies.class);

  private SharingTables() {}

  /** The columns of a table of sharing degrees, and {@link #HOLDERS}. */
  static StructType held(String table) {
    return Tables.schema(table).add(HOLDERS, DataTypes.createArrayType(DataTypes.IntegerType));
  }

  /** A file, and the layers that hold it. */
  @SuppressWarnings("ArrayRecordComponent") // a row a content, never compared
  record HeldFile(FileRow file, int[] holders) {}

  /** A chunk, and the snapshots that hold it. */
  @SuppressWarnings("ArrayRecordComponent") // a row a content, never compared
  record HeldChunk(ChunkRow chunk, int[] holders) {}

  /** A row of {@code schemas/sharing/file_reference.sql}. */
  @SuppressWarnings("ArrayRecordComponent") // a row a file, compared by its bytes alone
  record FileReference(byte[] fingerprint, int layer, long bytes) {}

  /** Some of the copies of a file, their layers as {@link GatheredCopies#layers} reads them. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its fingerprint alone
  record FileCopies(byte[] fingerprint, long bytes, byte[] layers) {}

  /** A row of {@code schemas/sharing/chunk_reference.sql}. */
  @SuppressWarnings("ArrayRecordComponent") // a row a chunk, compared by its bytes alone
  record ChunkReference(
      byte[] fingerprint, int snapshotNumber, long segment, int vmNumber, int bytes) {}

  /** A row of {@code file_sharing}. */
  record FileRow(Fingerprint fingerprint, long bytes, FileCounts counts) {}

  /** Distinct owners of a file, and its copies. */
  record FileCounts(long copies, long layers, long images, long repositories) {
    static FileCounts of(FileDegrees degrees) {
      return new FileCounts(
          degrees.copies(), degrees.layers(), degrees.images(), degrees.repositories());
    }
  }

  /** A row of {@code chunk_sharing}. */
  record ChunkRow(Fingerprint fingerprint, long bytes, ChunkCounts counts) {
    @Column
    boolean zero() {
      return false;
    }

    @Column
    long referencedBytes() {
      return counts.copies() * bytes;
    }
  }

  /** Distinct owners of a chunk, and its copies. */
  record ChunkCounts(long copies, long segments, long snapshots, long vms) {}
}
