package dev.varve.fuzz;

/** Pieces of archives as text. */
final class HandTarText {
  private HandTarText() {}

  /** The map of a sparse file in front of its content, padded to a block. */
  static String map(String lines) {
    return lines + "\0".repeat(512 - lines.length());
  }
}
