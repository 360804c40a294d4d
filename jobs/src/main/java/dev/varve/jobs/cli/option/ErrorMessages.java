package dev.varve.jobs.cli.option;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.engine.spark.MissingClasses;
import dev.varve.jobs.engine.spark.SparkFaults;
import dev.varve.jobs.store.hadoop.S3Faults;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prints messages on standard error, and for exceptions also advice. */
public final class ErrorMessages {
  /** Messages of a full disk, from Linux, and of an exceeded quota, from Linux and HDFS. */
  private static final Pattern FULL_DISK =
      Pattern.compile("No space left on device|[Qq]uota (of .* is )?exceeded");

  private ErrorMessages() {}

  /**
   * Prints the message of an exception, with advice for known faults.
   *
   * @return the exit code
   */
  public static int report(Exception fault) {
    if (fault instanceof StoppedRunException stopped) {
      return stopped.exitCode(); // the run has printed what it keeps
    }
    Optional<Integer> code = ExitCodes.codeOf(fault);
    if (code.isPresent()) {
      print(String.valueOf(fault.getMessage()));
      return code.get();
    }
    Optional<String> setting = SparkFaults.setting(fault);
    if (setting.isPresent()) {
      print(withoutStack(setting.get()));
      return ExitCodes.USAGE;
    }
    Optional<String> store = S3Faults.wrongUse(fault);
    if (store.isPresent()) {
      print(store.get());
      tellTrace(fault);
      return ExitCodes.USAGE;
    }
    Throwable root = fault;
    while (root.getCause() != null && !(root instanceof UnreadableFileException)) {
      root = root.getCause();
    }
    // Messages of our own exceptions and of DuckDB name the kind of fault already, so the
    // exception's class is not printed.
    Class<?> kind = root.getClass();
    boolean namesItself =
        (kind == IOException.class
                || kind == SQLException.class
                || kind == UnreadableFileException.class)
            && root.getMessage() != null;
    String innermost = namesItself ? String.valueOf(root.getMessage()) : root.toString();
    String message =
        withoutStack(
            root instanceof UnreadableFileException
                ? innermost
                : MissingClasses.sentence(root)
                    .or(() -> S3Faults.located(fault))
                    .orElse(innermost));
    print(message);
    if (message.contains("SIMPLE authentication is not enabled")) {
      print(
          "this cluster requires Kerberos: run Varve by spark-submit --principal P --keytab FILE, with"
              + " HADOOP_CONF_DIR");
    }
    if (message.contains("LoginException") && message.contains("invalid null input: name")) {
      print(
          "this user's number has no name on this machine, and Hadoop requires one: add it to /etc/passwd,"
              + " or run as a user who has one");
    }
    if (FULL_DISK.matcher(message).find()) {
      print(
          "no space is left on the disk of the warehouse, of --out, of spark.local.dir or of java.io.tmpdir");
    }
    SparkFaults.file(fault)
        .ifPresent(
            file ->
                print("it happened in " + file + "; varve check --files lists what is damaged"));
    tellTrace(fault);
    return ExitCodes.FAULT;
  }

  private static void tellTrace(Exception fault) {
    if (System.getenv("VARVE_TRACE") == null) {
      System.err.println("varve: set VARVE_TRACE=1 to see where it happened");
    } else {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      System.err.println(PrintedText.visibleLines(trace.toString()));
    }
  }

  /**
   * A message without lines of a stack trace. Hadoop puts the stack trace of a server into the
   * message of its fault.
   */
  static String withoutStack(String message) {
    return message
        .lines()
        .filter(line -> !line.startsWith("\tat "))
        .collect(Collectors.joining("\n"));
  }

  /**
   * Prints a message on standard error, without the passwords of locations that it repeats, and
   * with control characters as code points, as names from inputs may contain any.
   */
  public static void print(String message) {
    PrintedText.visibleLines(Settings.withoutSecrets(message))
        .lines()
        .forEach(line -> System.err.println("varve: " + line));
  }
}
