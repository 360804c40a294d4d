package dev.varve.jobs.engine.lineage;

import dev.varve.jobs.catalog.CatalogNames;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of runs to the target that settings or the environment name. An event that
 * cannot be sent never fails a run: a program says so once.
 */
public final class Lineage {
  private final @Nullable LineageTarget target;
  private final RunEvent.Context context;
  private final Consumer<String> warnings;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  private Lineage(
      @Nullable LineageTarget target, RunEvent.Context context, Consumer<String> warnings) {
    this.target = target;
    this.context = context;
    this.warnings = warnings;
  }

  /**
   * Lineage by settings.
   *
   * @param catalog names of the tables in a catalog
   * @param environment variables of the environment
   * @param warnings receives at most one line of each kind
   */
  public static Lineage of(
      LineageSettings settings,
      Optional<CatalogNames> catalog,
      Map<String, String> environment,
      Consumer<String> warnings) {
    Optional<LineageTarget> target = Optional.empty();
    Optional<ParentRun> parent = Optional.empty();
    try {
      target = LineageTarget.of(settings, environment);
    } catch (IllegalArgumentException e) {
      warnings.accept("no lineage: " + e.getMessage());
    }
    try {
      parent = target.isPresent() ? ParentRun.of(environment) : parent;
    } catch (IllegalArgumentException e) {
      warnings.accept(
          "lineage without its parent run: " + ParentRun.VARIABLE + ": " + e.getMessage());
    }
    return new Lineage(
        target.orElse(null), new RunEvent.Context(settings.namespace(), parent, catalog), warnings);
  }

  /** Whether events are sent. */
  public boolean isOn() {
    return target != null;
  }

  /**
   * Reports that a run begins.
   *
   * @param read tables of its warehouse that it reads
   */
  public Events begin(LineageRun run, Collection<String> read) {
    Events events = new Events(run, read);
    events.begin();
    return events;
  }

  private void send(RunEvent event) {
    LineageTarget to = target;
    if (to != null) {
      try {
        to.send(event.json().toString());
      } catch (IOException e) {
        if (!hasWarned.getAndSet(true)) {
          warnings.accept("the run goes on, but its lineage was not delivered: " + e.getMessage());
        }
      }
    }
  }

  /**
   * The events of one run: its start and exactly one end. If neither {@link #complete} nor {@link
   * #end} is called before the program ends, the end of the program is that of the run.
   */
  public final class Events {
    private final LineageRun run;
    private final Collection<String> read;
    private final Set<String> locations = new TreeSet<>();
    private final Map<String, Publication.Written> written = new TreeMap<>();
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final Thread atExit =
        new Thread(() -> end(RunEvent.Type.ABORT, "the program was ended by a signal"));

    private Events(LineageRun run, Collection<String> read) {
      this.run = run;
      this.read = List.copyOf(read);
    }

    private void begin() {
      if (target != null) {
        Runtime.getRuntime().addShutdownHook(atExit);
        send(event(RunEvent.Type.START, run.startedAt()));
      }
    }

    /** Adds inputs that are no tables, by their locations. */
    public synchronized void reads(Collection<String> inputs) {
      locations.addAll(inputs);
    }

    /** Adds what a publication wrote, but for the row of the run itself. */
    public synchronized void published(Publication publication) {
      publication
          .written()
          .forEach((table, more) -> written.merge(table, more, Publication.Written::plus));
      written.remove("run");
    }

    /** Reports that the run has published all of its rows. */
    public void complete() {
      end(RunEvent.Type.COMPLETE, null);
    }

    /**
     * Reports that the run ended before its work was done.
     *
     * @param isRequested whether a signal asked for it
     */
    public void end(Throwable cause, boolean isRequested) {
      String message = cause.getMessage();
      end(
          isRequested ? RunEvent.Type.ABORT : RunEvent.Type.FAIL,
          message == null ? cause.toString() : message);
    }

    private void end(RunEvent.Type type, @Nullable String message) {
      if (target == null || hasEnded.getAndSet(true)) {
        return;
      }
      RunEvent event = event(type, Instant.now());
      if (message != null) {
        event.message(message);
      }
      send(event);
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException e) {
        return; // the program is ending already
      }
    }

    private synchronized RunEvent event(RunEvent.Type type, Instant at) {
      RunEvent event = new RunEvent(type, at, context, run);
      locations.forEach(event::input);
      read.forEach(table -> event.input(Locations.in(run.warehouse(), table), table));
      written.forEach(
          (table, rows) -> event.output(Locations.in(run.warehouse(), table), table, rows));
      return event;
    }
  }
}
