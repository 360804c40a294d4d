package dev.varve.model;

import java.util.Arrays;

/**
 * A run of an archive apart from the contents of its files: a row of {@code layer_framing} without
 * its layer.
 *
 * @param position index in the archive, from 0
 * @param rawBytes length of the run
 * @param contentBytes contents of files within the run, as stored in the archive: without holes
 * @param framing the run without contents, as one zstd frame; must not be changed, as rows share it
 */
public record FramingPiece(int position, long rawBytes, long contentBytes, byte[] framing) {
  @Override
  public boolean equals(Object other) {
    return other instanceof FramingPiece that
        && position == that.position
        && rawBytes == that.rawBytes
        && contentBytes == that.contentBytes
        && Arrays.equals(framing, that.framing);
  }

  @Override
  public int hashCode() {
    return 31 * position + Arrays.hashCode(framing);
  }

  @Override
  public String toString() {
    return "piece " + position + " of " + rawBytes + " bytes, " + framing.length + " compressed";
  }
}
