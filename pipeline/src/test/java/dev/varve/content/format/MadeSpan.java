package dev.varve.content.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A span of an archive that a script in another language makes from these few lines too. */
final class MadeSpan {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<ArchiveSpan.Content> contents = new ArrayList<>();
  private final int from;

  /** Begins behind some bytes. */
  MadeSpan(byte[] before) {
    bytes.writeBytes(before);
    from = before.length;
  }

  /** Behind 64 KiB of text: a text of 150,000 bytes, noise of 70,000, zeros of 100,000, a bit. */
  static ArchiveSpan mixed() {
    byte[] small = new byte[100];
    Arrays.fill(small, (byte) 'D');
    return new MadeSpan(text(64 << 10))
        .file(512, text(150_000))
        .file(700, noise(70_000))
        .file(700, new byte[100_000])
        .file(700, small)
        .end(1024);
  }

  /** A span of one content. */
  static ArchiveSpan of(byte[] content) {
    return new MadeSpan(new byte[0]).file(0, content).end(0);
  }

  /** A content behind zeros, as of its header and the padding before it. */
  MadeSpan file(int gap, byte[] content) {
    bytes.writeBytes(new byte[gap]);
    contents.add(new ArchiveSpan.Content(bytes.size(), bytes.size() + content.length));
    bytes.writeBytes(content);
    return this;
  }

  ArchiveSpan end(int gap) {
    bytes.writeBytes(new byte[gap]);
    return new ArchiveSpan(bytes.toByteArray(), from, bytes.size(), contents);
  }

  static byte[] text(int length) {
    StringBuilder lines = new StringBuilder();
    for (long line = 0; lines.length() < length; line++) {
      lines.append("line " + line * line % 9973 + " of " + line % 7 + "\n");
    }
    return Arrays.copyOf(lines.toString().getBytes(StandardCharsets.US_ASCII), length);
  }

  static byte[] noise(int length) {
    byte[] noise = new byte[length];
    int state = 1;
    for (int at = 0; at < length; at++) {
      state = state * 1_103_515_245 + 12_345 & 0x7fffffff;
      noise[at] = (byte) (state >> 16);
    }
    return noise;
  }
}
