package dev.varve.fuzz;

import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Archives, the checksums put right of what has a header's magic; read in ways that must agree, and
 * compared with commons-compress where both know what the archive says.
 */
final class TarTarget implements FuzzTarget {
  private static final int BLOCK = 512;

  @Override
  public boolean accepts(byte[] data) throws IOException {
    return read(sealed(data));
  }

  static boolean read(byte[] archive) throws IOException {
    TarWalks reading = TarWalks.reading(archive);
    TarWalks headers = reading.withoutContents();
    TarWalks skipping =
        Checks.oneIn(4, archive) ? TarWalks.skipping(archive) : TarWalks.seeking(archive);
    // A fault in content that is read comes before its entry is listed.
    boolean same =
        headers.reason() == null
            ? headers.equals(skipping)
            : headers.reason().equals(skipping.reason());
    if (!same) {
      throw new AssertionError("skipping: " + headers + " and " + skipping);
    }
    if (reading.reason() == null) {
      ForeignTar.compare(archive, reading.entries());
    }
    return reading.reason() == null;
  }

  /** The same with the right checksum in every block that has the magic of a header. */
  static byte[] sealed(byte[] data) {
    byte[] sealed = data.clone();
    for (int at = 0; at + BLOCK <= sealed.length; at += BLOCK) {
      boolean magic = sealed[at + 257] == 'u' && sealed[at + 258] == 's';
      if (magic) {
        seal(sealed, at);
      }
    }
    return sealed;
  }

  private static void seal(byte[] archive, int at) {
    int sum = 8 * ' ';
    for (int octet = at; octet < at + BLOCK; octet++) {
      sum += octet >= at + 148 && octet < at + 156 ? 0 : archive[octet] & 0xff;
    }
    for (int digit = 0; digit < 6; digit++) {
      archive[at + 148 + digit] = (byte) ('0' + ((sum >> (3 * (5 - digit))) & 7));
    }
    archive[at + 154] = 0;
    archive[at + 155] = ' ';
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    byte[] content = "content of a file".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    seeds.add(new HandTar().file("a", content).file("b/c", new byte[600]).end().bytes());
    seeds.add(
        new HandTar()
            .add(Header.ustar('5', "folder/", 0))
            .add(Header.ustar('1', "hard", 0).put(157, "folder/a"))
            .add(Header.ustar('2', "soft", 0).put(157, "../a"))
            .add(Header.ustar('3', "null", 0))
            .add(Header.ustar('6', "fifo", 0))
            .add(Header.ustar('0', "name", 0).put(345, "prefix"))
            .end()
            .bytes());
    seeds.add(
        new HandTar()
            .gnuLong('L', "l".repeat(150))
            .gnuLong('K', "k".repeat(120))
            .add(Header.gnu('2', "short", 0))
            .add(
                Header.gnu('0', "large", 0)
                    .put(124, HexFormat.of().parseHex("800000000000000000000011")),
                content)
            .end()
            .bytes());
    seeds.add(
        new HandTar()
            .pax('g', "uid", "7")
            .pax('x', "path", "p".repeat(200), "mtime", "1.5", "size", "17", "linkpath", "to")
            .file("x", content)
            .end()
            .bytes());
    seeds.add(sparse());
    seeds.add(
        new HandTar()
            .pax(
                'x', "GNU.sparse.major", "1", "GNU.sparse.minor", "0", "GNU.sparse.realsize", "900")
            .file(
                "s",
                (HandTarText.map("2\n0\n5\n600\n5\n") + "1234567890")
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII))
            .pax('x', "GNU.sparse.size", "80", "GNU.sparse.map", "0,5,40,12")
            .file("t", content)
            .pax(
                'x', "GNU.sparse.size", "80", "GNU.sparse.offset", "3", "GNU.sparse.numbytes", "17")
            .file("u", content)
            .end()
            .bytes());
    seeds.add(new HandTar().file("a", content).raw(new byte[512]).file("b", content).bytes());
    return seeds;
  }

  private static byte[] sparse() {
    Header old =
        Header.gnu('S', "old", 34)
            .put(386, HandTar.octal(0, 11) + HandTar.octal(17, 11))
            .put(410, HandTar.octal(512, 11) + HandTar.octal(17, 11))
            .put(482, new byte[] {1})
            .put(483, HandTar.octal(2000, 11));
    byte[] more =
        ByteBuffer.allocate(512)
            .put(HandTar.latin(HandTar.octal(2000, 11) + HandTar.octal(0, 11)))
            .array();
    return new HandTar()
        .raw(old.sealed())
        .raw(more)
        .raw(new byte[512])
        .file("b", new byte[1])
        .end()
        .bytes();
  }
}
