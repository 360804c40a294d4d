package dev.varve.chunking;

import dev.varve.codec.PullCodec;
import java.io.Serializable;
import java.util.List;

/**
 * How contents of files are cut into chunks.
 *
 * @param chunkers names that {@link Chunkers#named} knows; empty where nothing is cut
 * @param codec compresses a sample of the chunks and of the files
 * @param sampleRatio share of the distinct contents that is compressed, 0..1; which ones follows
 *     from their bytes alone, so that copies agree wherever they are met
 * @param mostHeldBytes of one file's recipe by one chunker; a file with more gets none
 */
public record FileCutting(
    List<String> chunkers, PullCodec codec, double sampleRatio, long mostHeldBytes)
    implements Serializable {

  /** Cuts nothing. */
  public static final FileCutting NONE =
      new FileCutting(List.of(), new PullCodec(PullCodec.Kind.ZSTD, 3), 0, 0);

  /** Keeps a list that nobody changes. */
  public FileCutting {
    chunkers = List.copyOf(chunkers);
  }

  /** Whether anything is cut. */
  public boolean cuts() {
    return !chunkers.isEmpty();
  }

  /** Whether a content is of the sample, by a digest of it. */
  boolean samples(byte[] digest) {
    long leading = 0;
    for (int index = 0; index < Long.BYTES; index++) {
      leading = (leading << Byte.SIZE) | (digest[index] & 0xff);
    }
    // The upper 53 bits are a double without rounding.
    return (leading >>> 11) * 0x1p-53 < sampleRatio;
  }
}
