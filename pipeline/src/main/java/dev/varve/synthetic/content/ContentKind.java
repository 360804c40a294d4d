package dev.varve.synthetic.content;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Kinds of file: their usual suffix and size, the magic they start with, and their filling. */
public enum ContentKind {
  TEXT(".txt", 2_500, "", Filling.WORDS),
  PYTHON(".py", 3_500, "\"\"\"", Filling.STATEMENTS),
  SCRIPT(".sh", 900, "#!/bin/sh\n", Filling.STATEMENTS),
  ELF_AMD64(".so", 20_000, elf(0x3e), Filling.MACHINE_CODE),
  ELF_ARM64(".so", 20_000, elf(0xb7), Filling.MACHINE_CODE),
  BYTECODE(".class", 3_000, "\u00ca\u00fe\u00ba\u00be\0\0\0=", Filling.MACHINE_CODE),
  DATABASE(".db", 16_000, "SQLite format 3\0\20\0", Filling.PAGES),
  ARCHIVE(".gz", 7_000, "\u001f\u008b\b\0\0\0\0\0\0\u00ff", Filling.NOISE),
  IMAGE(".png", 6_000, "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", Filling.NOISE);

  private static final double SIGMA = 1.3;
  private static final int MOST_BYTES = 2 << 20;

  private final String suffix;
  private final int medianBytes;
  private final String magic; // of Latin-1 letters, each a byte
  private final Filling filling;

  ContentKind(String suffix, int medianBytes, String magic, Filling filling) {
    this.suffix = suffix;
    this.medianBytes = medianBytes;
    this.magic = magic;
    this.filling = filling;
  }

  String suffix() {
    return suffix;
  }

  boolean executable() {
    return this == SCRIPT || this == ELF_AMD64 || this == ELF_ARM64;
  }

  /** A size for a file of this kind: many small ones, few large ones. */
  int drawBytes(RandomGenerator random) {
    return Draws.logNormal(random, medianBytes, SIGMA, MOST_BYTES);
  }

  /** The content itself; of a file shorter than the magic, the magic's start. */
  byte[] content(int bytes, RandomGenerator random) {
    byte[] data = Arrays.copyOf(magic.getBytes(StandardCharsets.ISO_8859_1), bytes);
    filling.fill(data, Math.min(magic.length(), bytes), random);
    return data;
  }

  /** The 64 bytes of a shared object's header, little endian, without sections. */
  private static String elf(int machine) {
    char[] header = new char[64];
    "\u007fELF\2\1\1".getChars(0, 7, header, 0);
    header[16] = 3;
    header[18] = (char) machine;
    header[20] = 1;
    header[52] = 64;
    return new String(header);
  }
}
