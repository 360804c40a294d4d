package dev.varve.jobs.cli.option;

import dev.varve.jobs.answer.restore.NotRestorableException;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.warehouse.file.NotWritableException;
import dev.varve.jobs.warehouse.table.NoConditionalCreateException;
import dev.varve.jobs.warehouse.table.ReadOnlyWarehouseException;
import dev.varve.jobs.warehouse.table.WarehouseBusyException;
import dev.varve.model.MalformedBlobException;
import java.nio.file.NotDirectoryException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Exit codes of the program, a contract with scripts, and the exceptions that they stand for. */
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
    CODES.put(NoConditionalCreateException.class, USAGE);
    CODES.put(NotWritableException.class, USAGE);
    // Malformed inputs of an ingest become rows of table rejected_blob. This exception only gets
    // here for a file that an option names, such as a trace.
    CODES.put(MalformedBlobException.class, USAGE);
    CODES.put(NoInputException.class, NO_INPUT);
    CODES.put(NotRestorableException.class, NO_INPUT);
    CODES.put(WarehouseBusyException.class, FAULT);
    CODES.put(ReadOnlyWarehouseException.class, FAULT);
  }

  private ExitCodes() {}

  /** The exit code of a fault that the user, or another run, has caused; empty for all others. */
  static Optional<Integer> codeOf(Throwable fault) {
    Integer code = CODES.get(fault.getClass());
    return code != null
        ? Optional.of(code)
        : CODES.entrySet().stream()
            .filter(known -> known.getKey().isInstance(fault))
            .map(Map.Entry::getValue)
            .findFirst();
  }
}
