package dev.varve.input.tar;

import dev.varve.input.tar.HandTar.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Archives of random entries in every dialect that the formats know, one mixed with the other. */
public final class RandomTar {
  private static final int PIECES = 4;

  private final RandomGenerator random;
  private final HandTar tar = new HandTar();
  private int entries;

  /** Draws from a generator. */
  public RandomTar(RandomGenerator random) {
    this.random = random;
  }

  /** An archive of at most so many entries and one. */
  public byte[] archive(int most) {
    for (int left = 1 + random.nextInt(most); left > 0; left--) {
      add();
    }
    // Python refuses an archive that ends with a header for all that follows.
    tar.file("last", content(3));
    return tar.end().bytes();
  }

  private void add() {
    String name = "n" + entries++ + "/" + letters(1 + random.nextInt(60));
    switch (random.nextInt(13)) {
      case 0 -> tar.add(Header.v7('0', name, 77), content(77));
      case 1 -> tar.add(file(name, 1500).put(345, letters(1 + random.nextInt(150))), content(1500));
      case 2 -> {
        tar.gnuLong('L', name + letters(90 + random.nextInt(100)));
        tar.add(Header.gnu('0', "short", 9), content(9));
      }
      case 3 -> {
        tar.gnuLong('K', letters(101 + random.nextInt(300)));
        tar.add(Header.gnu(random.nextBoolean() ? '1' : '2', name, 0).put(157, "short"));
      }
      case 4 -> {
        byte[] bytes = content(random.nextInt(3000));
        String size = String.valueOf(bytes.length);
        tar.pax('x', "path", name + letters(150), "size", size, "mtime", "1234567890.987654321");
        tar.add(Header.ustar('0', "other", bytes.length), bytes);
      }
      case 5 -> {
        tar.pax('x', "linkpath", letters(150), "uid", "3000000000", "gid", "4", "mtime", "-7.5");
        tar.add(Header.ustar('2', name, 0));
      }
      case 6 -> {
        if (random.nextBoolean()) {
          // Readers differ in what global records mean for entries.
          tar.pax('g', "comment", letters(20));
        } else {
          oldSparse(name);
        }
      }
      case 7 -> {
        byte[] size = ByteBuffer.allocate(12).putInt(0x80000000).putLong(600).array();
        byte[] owner = ByteBuffer.allocate(8).putLong(1L << 63 | 4_000_000_000L).array();
        tar.add(Header.gnu('0', name, 0).put(124, size).put(108, owner), content(600));
      }
      case 8 -> tar.add(Header.ustar("123456".charAt(random.nextInt(6)), name, 0).put(157, "to"));
      case 9 -> tar.add(Header.ustar("\0007".charAt(random.nextInt(2)), name, 20), content(20));
      default -> sparse(name, random.nextInt(3));
    }
  }

  private Header file(String name, int bytes) {
    return Header.ustar('0', name, bytes);
  }

  /** Where pieces lie and how long they are, in turns; the last one is empty and ends the file. */
  private long[] places() {
    long[] places = new long[2 * PIECES + 1];
    long at = 0;
    for (int piece = 0; piece < PIECES - 1; piece++) {
      at += 512L * (1 + random.nextInt(20));
      places[2 * piece] = at;
      places[2 * piece + 1] = 512L * (1 + random.nextInt(3));
      at += places[2 * piece + 1];
    }
    // Without it GNU tar leaves out a hole at the end.
    places[2 * PIECES - 2] = at + 512L * random.nextInt(9);
    places[2 * PIECES] = places[2 * PIECES - 2];
    return places;
  }

  private static int stored(long[] places) {
    int stored = 0;
    for (int piece = 0; piece < PIECES; piece++) {
      stored += (int) places[2 * piece + 1];
    }
    return stored;
  }

  private void oldSparse(String name) {
    long[] places = places();
    Header header = Header.gnu('S', name, stored(places));
    for (int number = 0; number < 2 * PIECES; number++) {
      header.put(386 + 12 * number, HandTar.octal(places[number], 11));
    }
    tar.add(header.put(483, HandTar.octal(places[2 * PIECES], 11)), content(stored(places)));
  }

  private void sparse(String name, int version) {
    long[] places = places();
    StringBuilder lines = new StringBuilder().append(PIECES).append('\n');
    StringBuilder commas = new StringBuilder();
    String size = String.valueOf(places[2 * PIECES]);
    String[] records = new String[4 + 4 * PIECES];
    records[0] = "GNU.sparse.size";
    records[1] = size;
    records[2] = "GNU.sparse.numblocks";
    records[3] = String.valueOf(PIECES);
    for (int number = 0; number < 2 * PIECES; number++) {
      lines.append(places[number]).append('\n');
      commas.append(number == 0 ? "" : ",").append(places[number]);
      records[4 + 2 * number] = number % 2 == 0 ? "GNU.sparse.offset" : "GNU.sparse.numbytes";
      records[5 + 2 * number] = String.valueOf(places[number]);
    }
    byte[] content = content(stored(places));
    if (version == 0) {
      tar.pax('x', records).add(Header.ustar('0', name, content.length), content);
    } else if (version == 1) {
      tar.pax(
          'x',
          "GNU.sparse.size",
          size,
          "GNU.sparse.numblocks",
          String.valueOf(PIECES),
          "GNU.sparse.map",
          commas.toString(),
          "GNU.sparse.name",
          name);
      tar.add(Header.ustar('0', "GNUSparseFile.0/x", content.length), content);
    } else {
      tar.pax(
          'x',
          "GNU.sparse.major",
          "1",
          "GNU.sparse.minor",
          "0",
          "GNU.sparse.name",
          name,
          "GNU.sparse.realsize",
          size);
      byte[] whole = new byte[512 + content.length];
      byte[] map = lines.toString().getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(map, 0, whole, 0, map.length);
      System.arraycopy(content, 0, whole, 512, content.length);
      tar.add(Header.ustar('0', "GNUSparseFile.0/y", whole.length), whole);
    }
  }

  private byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    random.nextBytes(content);
    return content;
  }

  private String letters(int count) {
    StringBuilder letters = new StringBuilder();
    for (int left = count; left > 0; left--) {
      letters.append("abcdefgh-_.0".charAt(random.nextInt(12)));
    }
    return letters.append('x').toString().substring(1);
  }
}
