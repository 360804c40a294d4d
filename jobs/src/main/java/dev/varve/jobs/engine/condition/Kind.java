package dev.varve.jobs.engine.condition;

/** Kind of the values in a column that a condition may name. */
public enum Kind {
  TEXT("texts"),
  NUMBER("numbers"),
  TIME("times");

  private final String key;

  Kind(String key) {
    this.key = key;
  }

  /** The key in the header of a view that lists its columns of this kind. */
  public String key() {
    return key;
  }
}
