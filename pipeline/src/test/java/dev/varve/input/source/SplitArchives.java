package dev.varve.input.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;

/** Descriptions as vbatts/tar-split writes them, of archives that commons-compress reads. */
final class SplitArchives {
  private SplitArchives() {}

  static byte[] of(byte[] tar) throws IOException {
    StringBuilder lines = new StringBuilder();
    int at = 0;
    try (TarFile file = new TarFile(tar)) {
      for (TarArchiveEntry entry : file.getEntries()) {
        lines.append(segment(tar, at, (int) entry.getDataOffset()));
        lines.append(file(entry.getName(), entry.getSize()));
        at = (int) (entry.getDataOffset() + entry.getSize());
      }
    }
    return gzip(lines.append(segment(tar, at, tar.length)).toString());
  }

  private static String segment(byte[] tar, int from, int to) {
    String base64 = Base64.getEncoder().encodeToString(Arrays.copyOfRange(tar, from, to));
    return "{\"type\":2,\"payload\":\"%s\",\"position\":0}\n".formatted(base64);
  }

  static String file(String name, long bytes) {
    String payload = bytes == 0 ? "null" : "\"EwsXLudU5q0=\"";
    return "{\"type\":1,\"name\":\"%s\",\"size\":%d,\"payload\":%s,\"position\":1}\n"
        .formatted(name, bytes, payload);
  }

  static byte[] gzip(String lines) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(lines.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }
}
