package dev.varve.jobs.cli.option;

import dev.varve.content.chunking.Chunkers;
import java.util.Iterator;

/** Names of chunkers, listed in the help. */
public final class ChunkerNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Chunkers.FORMS.iterator();
  }
}
