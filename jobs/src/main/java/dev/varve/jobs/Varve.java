package dev.varve.jobs;

import dev.varve.jobs.cli.CommandLines;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The program. */
public final class Varve {
  private Varve() {}

  /** Runs a verb and exits with its code. What it prints is UTF-8, whatever the locale. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
    int code = CommandLines.run(arguments);
    if (System.out.checkError() && code == 0) {
      System.err.println("varve: standard output was closed; the answer is incomplete");
      code = 1;
    }
    System.exit(code);
  }

  private static PrintStream utf8(FileDescriptor file) {
    BufferedOutputStream out = new BufferedOutputStream(new FileOutputStream(file));
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }
}
