package dev.varve.jobs.serve;

import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.conf.InvalidSettingsException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hive.service.rpc.thrift.TStatus;
import org.apache.hive.service.rpc.thrift.TStatusCode;
import org.jspecify.annotations.Nullable;

/** How a call ended. */
final class Statuses {
  private static final String REFUSED = "42000";
  private static final String FAILED = "HY000";
  private static final int MOST_CHARACTERS = 4000;

  /** Spark's message on a relation that does not exist. */
  private static final Pattern ABSENT =
      Pattern.compile("\\[TABLE_OR_VIEW_NOT_FOUND] The table or view (\\S+) cannot be found");

  private Statuses() {}

  /** The work of a call. */
  interface Call {
    /** Does it. */
    void run() throws Exception;
  }

  /** Makes a call; whatever it throws is reported to the client and goes no further. */
  static TStatus of(Call call) {
    try {
      call.run();
      return new TStatus(TStatusCode.SUCCESS_STATUS);
    } catch (ClientSessions.UnknownHandle e) {
      return failed(TStatusCode.INVALID_HANDLE_STATUS, e);
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      return failed(TStatusCode.ERROR_STATUS, e);
    }
  }

  private static TStatus failed(TStatusCode code, Throwable fault) {
    TStatus status = new TStatus(code);
    status.setSqlState(sqlState(fault));
    status.setErrorCode(1);
    status.setErrorMessage(message(fault));
    return status;
  }

  /** Call that is not served. */
  static TStatus refused(String what) {
    return failed(
        TStatusCode.ERROR_STATUS, new UnsupportedOperationException(what + " is not served here"));
  }

  static String sqlState(Throwable fault) {
    return fault instanceof InvalidSettingsException ? REFUSED : FAILED;
  }

  /**
   * The message of a fault, in lines that a terminal can show: names in it may contain anything.
   */
  static String message(@Nullable Throwable fault) {
    Throwable root = fault;
    while (root != null && root.getCause() != null && !(root instanceof InvalidSettingsException)) {
      root = root.getCause();
    }
    if (root == null) {
      return "";
    }
    String said = root.getMessage() == null ? root.toString() : root.getMessage();
    Matcher absent = ABSENT.matcher(said);
    if (absent.find()) {
      // Clients look for Hive's words, to distinguish an absent table from other faults.
      said = "SemanticException Table not found " + absent.group(1).replace("`", "") + ": " + said;
    }
    String text = PrintedText.visibleLines(said);
    return text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + " .." : text;
  }
}
