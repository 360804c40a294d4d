package dev.varve.fuzz;

import dev.varve.input.digest.Digests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Archives as commons-compress reads them. Contents are compared where both list as many entries,
 * none of them sparse, of an unknown kind, or a folder, link or device that states a size: on these
 * they differ.
 */
final class ForeignTar {
  private ForeignTar() {}

  /**
   * @param ours a line an entry: kind, name, target, bytes, and so on to a digest of the content
   */
  static void compare(byte[] archive, List<String> ours) {
    List<String> theirs = hasOddHeaders(archive) ? null : read(archive);
    if (theirs == null || theirs.size() != ours.size()) {
      return;
    }
    for (int at = 0; at < theirs.size(); at++) {
      String[] own = ours.get(at).split(" ");
      if (!theirs.get(at).equals(own[3] + " " + own[9])) {
        throw new AssertionError("theirs: " + theirs.get(at) + ", ours: " + ours.get(at));
      }
    }
  }

  /**
   * Whether a header is there of which the other reader makes something of its own: records for all
   * that follows, which it prefers to an entry's own; sizes that begin with NULs, which it takes
   * for 0, and Go for what comes behind them.
   */
  private static boolean hasOddHeaders(byte[] archive) {
    for (int at = 0; at + 512 <= archive.length; at += 512) {
      boolean magic = archive[at + 257] == 'u';
      if (magic && (archive[at + 156] == 'g' || archive[at + 124] == 0)) {
        return true;
      }
    }
    return new String(archive, StandardCharsets.ISO_8859_1).contains("GNU.sparse.");
  }

  private static @Nullable List<String> read(byte[] archive) {
    List<String> entries = new ArrayList<>();
    try (TarArchiveInputStream in =
        new TarArchiveInputStream(
            new ByteArrayInputStream(archive), StandardCharsets.ISO_8859_1.name())) {
      for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        int kind = entry.getLinkFlag();
        boolean known = kind == 0 || (kind >= '0' && kind <= '6');
        boolean file = (kind == '0' || kind == 0) && !entry.getName().endsWith("/");
        boolean sized = entry.getSize() > (file ? 1 << 20 : 0);
        if (!known || sized || entry.isSparse()) {
          return null;
        }
        MessageDigest digest = Digests.named("md5");
        digest.update(in.readAllBytes());
        entries.add(entry.getSize() + " " + HexFormat.of().formatHex(digest.digest()));
      }
      return entries;
    } catch (IOException | RuntimeException e) {
      return null; // what it refuses is no matter here
    }
  }
}
