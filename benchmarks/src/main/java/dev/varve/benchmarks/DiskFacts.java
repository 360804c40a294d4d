package dev.varve.benchmarks;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Extent;
import dev.varve.jobs.store.LocalStore;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Facts of disk images as our reader sees them, to compare with other tools: a line {@code image
 * PATH VIRTUAL_BYTES ALLOCATED_BYTES SHA256} each, then a line {@code extent START BYTES KIND
 * DEPTH} for every extent.
 */
public final class DiskFacts {
  private static final int STEP = 1 << 20;

  private DiskFacts() {}

  /** Arguments: ROOT, a folder that all backing files lie in, then IMAGE... */
  public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
    String root = uri(arguments[0]);
    DiskOpener opener = new DiskOpener(LocalStore.disk(), List.of(root));
    for (String image : List.of(arguments).subList(1, arguments.length)) {
      try (Disk disk = opener.open(uri(image), null, null)) {
        System.out.printf(
            "image %s %d %d %s%n", image, disk.virtualBytes(), disk.allocatedBytes(), digest(disk));
        for (long at = 0; at < disk.virtualBytes(); ) {
          Extent extent = disk.extentAt(at);
          System.out.printf(
              "extent %d %d %s %d%n", at, extent.bytes(), extent.kind(), extent.depth());
          at = extent.end();
        }
      }
    }
  }

  private static String digest(Disk disk) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] step = new byte[STEP];
    for (long at = 0; at < disk.virtualBytes(); at += STEP) {
      int length = (int) Math.min(STEP, disk.virtualBytes() - at);
      disk.read(at, step, 0, length);
      digest.update(step, 0, length);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String uri(String path) {
    return "file:" + Path.of(path).toAbsolutePath().normalize();
  }
}
