package dev.varve.jobs.answer.report;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Document in UTF-8 files. A file replaces an older file of its name atomically, when its last
 * answer is written. So a concurrent reader never sees a partial file.
 */
final class FileDocument implements Document {
  private final Format format;
  private final OutputPlace target;
  private final TableStyle style;
  private List<String> names = List.of();
  private OutputPlace.@Nullable Draft draft;
  private @Nullable PrintStream out;
  private @Nullable Document content;

  FileDocument(Format format, OutputPlace target, TableStyle style) {
    this.format = format;
    this.target = target;
    this.style = style;
  }

  @Override
  public void begin(List<String> all) {
    names = all;
  }

  @Override
  public void verdict(Answer outcome) throws IOException {
    if (!hasAFileForEachAnswer()) {
      commonFile().verdict(outcome);
    }
  }

  @Override
  public void add(Answer answer) throws IOException {
    if (hasAFileForEachAnswer()) {
      open(target.in(answer.name() + format.ending())).all(List.of(answer));
      finish();
    } else {
      commonFile().add(answer);
    }
  }

  private boolean hasAFileForEachAnswer() {
    return names.size() > 1 && format.hasAFileForEachAnswer();
  }

  private Document commonFile() throws IOException {
    Document opened = content;
    if (opened == null) {
      opened = open(target);
      opened.begin(names);
      content = opened;
    }
    return opened;
  }

  @Override
  public void end() throws IOException {
    if (content != null) {
      content.end();
      finish();
    }
  }

  private Document open(OutputPlace place) throws IOException {
    OutputPlace.Draft opened = place.draft();
    draft = opened;
    out = new PrintStream(Files.newOutputStream(opened.path()), false, StandardCharsets.UTF_8);
    return format.on(out, style);
  }

  private void finish() throws IOException {
    if (out != null) {
      boolean failed = out.checkError();
      out.close();
      if (failed || out.checkError()) {
        throw new IOException(target + " could not be written completely");
      }
      out = null;
    }
    if (draft != null) {
      draft.finish();
      closeDraft();
    }
  }

  private void closeDraft() throws IOException {
    if (draft != null) {
      draft.close();
      draft = null;
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
    closeDraft();
  }
}
