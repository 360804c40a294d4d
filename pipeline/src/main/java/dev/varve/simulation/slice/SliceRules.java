package dev.varve.simulation.slice;

import java.io.Serializable;

/**
 * Limits below which the new files of a layer all go to one server: spreading little gains nothing.
 * Sizes are those of the files, not of their compressed archive.
 *
 * @param wholeBytes limit in bytes of all files of the layer, or of its new files
 * @param wholeFiles limit of the number of all files of the layer, or of its new files
 */
public record SliceRules(long wholeBytes, int wholeFiles) implements Serializable {
  /** The published rule: 1 MB, 30 files. */
  public static final SliceRules PUBLISHED = new SliceRules(1_000_000, 30);

  /** Checks the ranges. */
  public SliceRules {
    if (wholeBytes < 0 || wholeFiles < 0) {
      throw new IllegalArgumentException(wholeBytes + " bytes, " + wholeFiles + " files");
    }
  }

  boolean keepsTogether(long files, long bytes, long newFiles, long newBytes) {
    return Math.min(bytes, newBytes) <= wholeBytes || Math.min(files, newFiles) <= wholeFiles;
  }
}
