package dev.varve.jobs.cli.option;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.restore.NotRestorableException;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.spark.SparkFaults;
import dev.varve.jobs.warehouse.file.NoAtomicRenameException;
import dev.varve.jobs.warehouse.file.NotWritableException;
import dev.varve.jobs.warehouse.table.ReadOnlyWarehouseException;
import dev.varve.jobs.warehouse.table.WarehouseBusyException;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NotDirectoryException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Exit codes of the program, and the messages for exceptions. The codes are a contract with
 * scripts.
 */
public final class ExitCodes {
  /** The verb did what was requested. */
  public static final int DONE = 0;

  /** A fault of the program, the engine or the machine. */
  public static final int FAULT = 1;

  /** Wrong usage, settings or option files, for the user to correct. */
  public static final int USAGE = 2;

  /** A rejected input with --strict, a failed check, or a failed gate. */
  public static final int REJECTED = 3;

  /** No input or warehouse was found, or a layer cannot be restored. */
  public static final int NO_INPUT = 4;

  private static final Map<Class<? extends Throwable>, Integer> CODES = new LinkedHashMap<>();

  static {
    CODES.put(InvalidSettingsException.class, USAGE);
    CODES.put(NotDirectoryException.class, USAGE);
    CODES.put(NoAtomicRenameException.class, USAGE);
    CODES.put(NotWritableException.class, USAGE);
    // Malformed inputs of an ingest become rows of table rejected_blob. This exception only gets
    // here for a file that an option names, such as a trace.
    CODES.put(MalformedBlobException.class, USAGE);
    CODES.put(NoInputException.class, NO_INPUT);
    CODES.put(NotRestorableException.class, NO_INPUT);
    CODES.put(WarehouseBusyException.class, FAULT);
    CODES.put(ReadOnlyWarehouseException.class, FAULT);
  }

  /** Messages of a full disk, from Linux, and of an exceeded quota, from Linux and HDFS. */
  private static final Pattern FULL =
      Pattern.compile("No space left on device|[Qq]uota (of .* is )?exceeded");

  private ExitCodes() {}

  /**
   * Prints the message of an exception, with advice for known faults.
   *
   * @return the exit code
   */
  public static int report(Exception fault) {
    Integer code = CODES.get(fault.getClass());
    for (Map.Entry<Class<? extends Throwable>, Integer> known : CODES.entrySet()) {
      if (code == null && known.getKey().isInstance(fault)) {
        code = known.getValue();
      }
    }
    if (code != null) {
      say(String.valueOf(fault.getMessage()));
      return code;
    }
    Optional<String> setting = SparkFaults.setting(fault);
    if (setting.isPresent()) {
      say(withoutStack(setting.get()));
      return USAGE;
    }
    Throwable root = fault;
    while (root.getCause() != null && !(root instanceof UnreadableFileException)) {
      root = root.getCause();
    }
    // Messages of our own exceptions and of DuckDB name the kind of fault already, so the
    // exception's class is not printed.
    Class<?> kind = root.getClass();
    boolean plain =
        (kind == IOException.class
                || kind == SQLException.class
                || kind == UnreadableFileException.class)
            && root.getMessage() != null;
    String message = withoutStack(plain ? String.valueOf(root.getMessage()) : root.toString());
    say(message);
    if (message.contains("SIMPLE authentication is not enabled")) {
      say(
          "this cluster requires Kerberos: run Varve by spark-submit --principal P --keytab FILE, with"
              + " HADOOP_CONF_DIR");
    }
    if (message.contains("LoginException") && message.contains("invalid null input: name")) {
      say(
          "this user's number has no name on this machine, and Hadoop requires one: add it to /etc/passwd,"
              + " or run as a user who has one");
    }
    if (FULL.matcher(message).find()) {
      say(
          "no space is left on the disk of the warehouse, of --out, of spark.local.dir or of java.io.tmpdir");
    }
    SparkFaults.file(fault)
        .ifPresent(
            file -> say("it happened in " + file + "; varve check --files lists what is damaged"));
    if (System.getenv("VARVE_TRACE") == null) {
      System.err.println("varve: set VARVE_TRACE=1 to see where it happened");
    } else {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      System.err.println(PrintedText.visibleLines(trace.toString()));
    }
    return FAULT;
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
   * Prints a message on standard error, with control characters as code points, as names from
   * inputs may contain any.
   */
  public static void say(String message) {
    PrintedText.visibleLines(message).lines().forEach(line -> System.err.println("varve: " + line));
  }
}
