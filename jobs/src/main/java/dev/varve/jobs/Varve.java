package dev.varve.jobs;

import dev.varve.jobs.cli.CommandLines;
import dev.varve.jobs.engine.run.Engines;
import dev.varve.jobs.engine.spark.MissingClasses;
import dev.varve.jobs.engine.spark.YarnDriver;
import dev.varve.jobs.host.NativeLibraries;
import dev.varve.jobs.host.StopSignals;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** The program. */
public final class Varve {
  /** Exit code by which shells report that a program was ended by this signal. */
  private static final int BY_SIGPIPE = 128 + 13;

  private Varve() {}

  /** Runs a verb and exits with its code. What it prints is UTF-8, whatever the locale. */
  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    AtomicBoolean ended = new AtomicBoolean();
    System.setOut(utf8(new Piped(new FileOutputStream(FileDescriptor.out), ended)));
    Silenced errors = new Silenced(new FileOutputStream(FileDescriptor.err));
    System.setErr(new PrintStream(new BufferedOutputStream(errors), true, StandardCharsets.UTF_8));
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(ended.get(), errors)));
    } catch (IllegalStateException e) {
      return; // interrupted before anything began
    }
    StopSignals.handle(
        () ->
            System.err.println(
                (Boolean.getBoolean("varve.terminal") ? "\r\u001b[K" : "")
                    + "varve: publishing what has been read; Ctrl-C again ends it immediately"));
    int code = run(arguments, ended);
    if (System.out.checkError() && code == 0) {
      System.err.println("varve: standard output was closed; the answer is incomplete");
      code = 1;
    }
    ended.set(true);
    if (YarnDriver.isHere()) {
      YarnDriver.end(code);
    } else {
      System.exit(code);
    }
  }

  /** A fault of the installation ends the program too, and is no interruption. */
  private static int run(String[] arguments, AtomicBoolean ended) {
    try {
      Engines.loadAhead();
      return CommandLines.run(arguments);
    } catch (LinkageError e) {
      ended.set(true);
      System.err.println(
          "varve: "
              + MissingClasses.sentence(e.getCause()).orElseGet(() -> NativeLibraries.sentence(e)));
      return 1;
    } catch (Error e) {
      ended.set(true);
      throw e;
    }
  }

  /**
   * At Ctrl-C: a line, and nothing of what the engine says of its end. The next run clears away
   * what this one had not published.
   */
  private static void interrupted(boolean ended, Silenced errors) {
    if (!ended) {
      if (!StopSignals.sayLastWords()) {
        System.err.println(
            (Boolean.getBoolean("varve.terminal") ? "\r\u001b[K" : "") + "varve: interrupted");
      }
      errors.silent = true;
    }
  }

  /** A stream until nobody wants to hear more. */
  private static final class Silenced extends FilterOutputStream {
    private volatile boolean silent;

    Silenced(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (!silent) {
        out.write(bytes, from, length);
      }
    }
  }

  /**
   * Standard output, which may be a pipe: once its reader has enough, as {@code head} has, the
   * program ends as others do, without a word. Java ignores the signal that ends those.
   */
  private static final class Piped extends FilterOutputStream {
    private final AtomicBoolean ended;

    Piped(OutputStream out, AtomicBoolean ended) {
      super(out);
      this.ended = ended;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        if (String.valueOf(e.getMessage()).contains("Broken pipe") && !ended.getAndSet(true)) {
          System.exit(BY_SIGPIPE);
        }
        throw e;
      }
    }
  }

  private static PrintStream utf8(OutputStream out) {
    return new PrintStream(new BufferedOutputStream(out), true, StandardCharsets.UTF_8);
  }
}
