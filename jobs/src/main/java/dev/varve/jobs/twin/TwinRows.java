package dev.varve.jobs.twin;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.FileEntry;

/** Rows between the steps of the comparison. */
final class TwinRows {
  static final RowBinder<SumsRow> SUMS = RowBinder.of("twin_sums", SumsRow.class);
  static final RowBinder<MemberRow> MEMBERS = RowBinder.of("twin_member", MemberRow.class);
  static final RowBinder<PairRow> PAIRS = RowBinder.of("twin_pair", PairRow.class);
  static final RowBinder<ConventionRow> CONVENTIONS =
      Tables.rows("path_convention", ConventionRow.class);

  private TwinRows() {}

  /** Where the next steps see the rows of a step. */
  static String view(String step) {
    return "twin_" + step;
  }

  /** A row of {@code layer_recipe}. */
  record EntryRow(String layerDigest, FileEntry entry) {}

  /** What is known of the entries of a layer, or of a part of them. */
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

  /** A row of {@code path_convention}. */
  record ConventionRow(int position, String name, String pattern) {}
}
