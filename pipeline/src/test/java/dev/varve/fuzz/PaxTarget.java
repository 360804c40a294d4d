package dev.varve.fuzz;

import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Records of PAX headers and sparse maps, in an archive that is well formed around them: the first
 * section is the header of a file, the second one its content, the third one a global header.
 */
final class PaxTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    List<byte[]> sections = Sections.of(data);
    HandTar tar = new HandTar();
    if (sections.size() > 2) {
      tar.paxBytes('g', sections.get(2));
    }
    byte[] content = sections.size() > 1 ? sections.get(1) : new byte[0];
    tar.paxBytes('x', sections.get(0)).add(Header.ustar('0', "a", content.length), content);
    return TarTarget.read(tar.file("b", new byte[3]).end().bytes());
  }

  @Override
  public List<byte[]> seeds() {
    String map = HandTarText.map("2\n0\n5\n600\n5\n");
    return List.of(
        Sections.join(records("path", "a/long/name", "linkpath", "to"), "content"),
        Sections.join(
            records("mtime", "12345.125", "uid", "-12", "size", "4"),
            "four",
            records("gid", "77", "comment", "none")),
        Sections.join(
            records("GNU.sparse.major", "1", "GNU.sparse.realsize", "900", "GNU.sparse.name", "n"),
            map + "1234567890"),
        Sections.join(records("GNU.sparse.size", "80", "GNU.sparse.map", "0,5,40,2"), "content"),
        Sections.join(
            records("GNU.sparse.size", "80", "GNU.sparse.offset", "3", "GNU.sparse.numbytes", "7"),
            "content"),
        "25 ctime=1084839148.1212\nfoo\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static String records(String... keysAndValues) {
    StringBuilder records = new StringBuilder();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      byte[] record = HandTar.record(keysAndValues[at], keysAndValues[at + 1]);
      records.append(new String(record, StandardCharsets.US_ASCII));
    }
    return records.toString();
  }
}
