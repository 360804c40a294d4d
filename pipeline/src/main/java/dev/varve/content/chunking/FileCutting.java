package dev.varve.content.chunking;

import java.io.Serializable;
import java.util.List;

/**
 * Settings by which contents of files are cut into chunks, and a sample of them is compressed.
 *
 * @param chunkers names that {@link Chunkers#named} knows; empty where nothing is cut
 * @param sampling which chunks and files are compressed
 * @param mostRecipeBytes of one file's recipe by one chunker; a file with more gets none
 */
public record FileCutting(List<String> chunkers, ContentSampling sampling, long mostRecipeBytes)
    implements Serializable {

  /** Keeps a list that nobody changes. */
  public FileCutting {
    chunkers = List.copyOf(chunkers);
  }

  /** Whether anything is cut. */
  public boolean cuts() {
    return !chunkers.isEmpty();
  }
}
