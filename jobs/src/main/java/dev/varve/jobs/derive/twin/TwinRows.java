package dev.varve.jobs.derive.twin;

import dev.varve.model.FileEntry;

/** Rows that are passed between the steps of the comparison of layers. */
final class TwinRows {
  private TwinRows() {}

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /** Checksums of the entries of a layer or of a part of it, and the signature of its contents. */
  @SuppressWarnings("ArrayRecordComponent") // a row a layer, never compared
  record SumsRow(
      String layerDigest,
      byte[] contentSum,
      byte[] pathSum,
      byte[] entrySum,
      byte[] ownerSum,
      byte[] modeSum,
      byte[] timeSum,
      byte[] orderSum,
      byte[] signature) {}

  /** A row of {@code schemas/twin/signed.sql}. */
  @SuppressWarnings("ArrayRecordComponent") // a row a layer, never compared
  record SignedRow(int layer, long contents, byte[] signature) {}

  /** A layer in a bucket. */
  @SuppressWarnings("ArrayRecordComponent") // a row a layer and band, never compared
  record MemberRow(int band, long bucket, long contents, int layer, byte[] sketch) {}

  /** A pair of layers that may be similar, with the similarity estimated from their signatures. */
  record PairRow(int later, int earlier, double estimate) {}

  /** The number of pairs that were not compared because their bucket was full. */
  record LeftOutRow(long pairs) {}

  /** A row of {@code path_convention}. */
  record ConventionRow(int position, String name, String pattern) {}
}
