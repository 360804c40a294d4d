package dev.varve.jobs.derive.twin;

import dev.varve.model.FileEntry;

/** Rows that are passed between the steps of the comparison of layers. */
final class TwinRows {
  private TwinRows() {}

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /**
   * Checksums of the entries of a layer or of a part of it, and the signature of its contents. A
   * sum adds the hashes of entries, so the parts of a layer add up in any order.
   *
   * @param contentSum over the contents of files, whatever their paths
   * @param pathSum over files with their paths
   * @param entrySum over all entries, with their kinds and link targets
   * @param ownerSum over entries with user and group
   * @param modeSum over entries with permission bits
   * @param timeSum over entries with the time of their last change
   * @param orderSum over entries with their places in the archive
   * @param signature min-hashes of the contents
   */
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

  /**
   * A row of {@code schemas/twin/signed.sql}.
   *
   * @param layer number of the layer
   * @param contents distinct contents of its files
   * @param signature min-hashes of the contents
   */
  @SuppressWarnings("ArrayRecordComponent") // a row a layer, never compared
  record SignedRow(int layer, long contents, byte[] signature) {}

  /**
   * A layer in a bucket.
   *
   * @param band number of the band of signatures, from 0
   * @param bucket hash of the band's values: equal values are in one bucket
   * @param contents distinct contents of its files
   * @param layer number of the layer
   * @param sketch short form of the signature, for the estimate of a similarity
   */
  @SuppressWarnings("ArrayRecordComponent") // a row a layer and band, never compared
  record MemberRow(int band, long bucket, long contents, int layer, byte[] sketch) {}

  /**
   * A pair of layers that may be similar, with the similarity estimated from their signatures.
   *
   * @param later number of the layer with more contents, or with as many and the higher number
   * @param earlier number of the other layer
   * @param estimate of the similarity, 0..1
   */
  record PairRow(int later, int earlier, double estimate) {}

  /** The number of pairs that were not compared because their bucket was full. */
  record LeftOutRow(long pairs) {}

  /**
   * A row of {@code path_convention} or {@code removable_path}.
   *
   * @param position from 0; the first that matches applies
   * @param name purpose of the directory
   * @param pattern of paths
   */
  record ConventionRow(int position, String name, String pattern) {}
}
