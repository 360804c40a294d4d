package dev.varve.jobs.derive.twin;

import dev.varve.model.FileEntry;

/** Rows between the steps of the comparison. */
final class TwinRows {
  private TwinRows() {}

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /** Sums of the entries of a layer, or of a part of them, and the signature of its contents. */
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

  /** A pair that may be near. */
  record PairRow(int later, int earlier, double estimate) {}

  /** Pairs that full buckets left out. */
  record LeftOutRow(long pairs) {}

  /** A row of {@code path_convention}. */
  record ConventionRow(int position, String name, String pattern) {}
}
