package dev.varve.jobs.answer.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document in UTF-8 files. An existing file is replaced only when the first answer for it is
 * ready.
 */
final class FileDocument implements Document {
  private final Format format;
  private final Path target;
  private final TableStyle style;
  private List<String> names = List.of();
  private @Nullable Path file;
  private @Nullable PrintStream out;
  private @Nullable Document content;

  FileDocument(Format format, Path target, TableStyle style) {
    this.format = format;
    this.target = target;
    this.style = style;
  }

  @Override
  public void begin(List<String> all) {
    names = all;
  }

  @Override
  public void add(Answer answer) throws IOException {
    if (names.size() > 1 && format.hasAFileForEachAnswer()) {
      open(target.resolve(answer.name() + format.ending())).all(List.of(answer));
      finish();
      return;
    }
    if (content == null) {
      content = open(target);
      content.begin(names);
    }
    content.add(answer);
  }

  @Override
  public void end() throws IOException {
    if (content != null) {
      content.end();
      finish();
    }
  }

  private Document open(Path path) throws IOException {
    file = path;
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new IOException("cannot make the folder " + folder, e);
      }
    }
    out = new PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8);
    return format.on(out, style);
  }

  private void finish() throws IOException {
    boolean failed = out != null && out.checkError();
    close();
    if (failed) {
      throw new IOException(file + " could not be written completely");
    }
  }

  @Override
  public void close() {
    if (out != null) {
      out.close();
      out = null;
    }
  }
}
