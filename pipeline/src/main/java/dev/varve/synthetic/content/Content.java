package dev.varve.synthetic.content;

import dev.varve.model.Seed;
import java.util.random.RandomGenerator;

/**
 * A file's content, generated when needed: equal contents give equal bytes, wherever they are
 * placed.
 */
public record Content(ContentKind kind, Seed seed, int bytes) {
  public static final Content EMPTY = new Content(ContentKind.TEXT, new Seed(0), 0);

  /** A content of this kind with a size drawn for it. */
  public static Content of(ContentKind kind, Seed seed) {
    return new Content(kind, seed, kind.drawBytes(seed.at("bytes").random()));
  }

  /** This file compiled for another processor: another content if it is a program, else this. */
  Content compiledFor(Architecture architecture) {
    boolean program = kind == ContentKind.ELF_AMD64 && kind != architecture.programs();
    return program
        ? new Content(architecture.programs(), seed.at(architecture.label()), bytes)
        : this;
  }

  public byte[] data() {
    RandomGenerator random = seed.random();
    return kind.content(bytes, random);
  }
}
