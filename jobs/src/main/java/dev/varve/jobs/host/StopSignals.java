package dev.varve.jobs.host;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Signals that end the program: Ctrl-C (SIGINT), SIGTERM, and SIGHUP. The first one during work
 * that can end early only asks for that end. Any other one ends the program immediately, as does a
 * time limit after the first. A shutdown hook could not do this: all hooks run at the same time,
 * and those of Hadoop and Spark take files and engine away.
 */
public final class StopSignals {
  /** Exit code by which shells report that a program was ended by a signal, without its number. */
  private static final int BY_SIGNAL = 128;

  /** Kubernetes kills 30 s after SIGTERM, systemd and Docker's defaults are 90 s and 10 s. */
  private static final long LIMIT_SECONDS = 25;

  /** Time that shutdown hooks have after the limit. */
  private static final long HOOKS_SECONDS = 3;

  private static @Nullable Stop current;

  private static volatile @Nullable Runnable lastWords;

  private StopSignals() {}

  /** Work that can end early, from its begin to its close. */
  public static final class Stop implements AutoCloseable {
    private volatile int signal;

    private Stop() {}

    /** Whether a signal has arrived, so that the work should end soon. */
    public boolean isRequested() {
      return signal != 0;
    }

    /** Exit code of a program that this signal ends. */
    public int exitCode() {
      return BY_SIGNAL + signal;
    }

    @Override
    public void close() {
      end(this);
    }
  }

  /** Begins work that can end early; only one such work is in progress at a time. */
  public static synchronized Stop begin() {
    Stop stop = new Stop();
    current = stop;
    return stop;
  }

  private static synchronized void end(Stop stop) {
    if (current == stop) {
      current = null;
    }
  }

  /**
   * Sets what is run when the program ends immediately, such as a line on what is kept; null for
   * nothing.
   */
  public static void lastWords(@Nullable Runnable words) {
    lastWords = words;
  }

  /**
   * Runs the last words, once.
   *
   * @return whether there were any
   */
  public static boolean sayLastWords() {
    Runnable words = lastWords;
    lastWords = null;
    if (words != null) {
      words.run();
    }
    return words != null;
  }

  /**
   * Takes over the signals. A signal that is ignored, as SIGHUP is under nohup, stays ignored.
   *
   * @param onRequest called when a signal asks work in progress to end early
   */
  public static void handle(Runnable onRequest) {
    // The compiler warns of each use of these classes, though module jdk.unsupported keeps them.
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler calls =
          (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
              int number = (int) signal.getMethod("getNumber").invoke(arguments[0]);
              if (request(number)) {
                onRequest.run();
                endAtLimit(number);
              } else {
                Runtime.getRuntime().exit(BY_SIGNAL + number);
              }
            }
            return null;
          };
      Object ours =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(), new Class<?>[] {handler}, calls);
      for (String name : List.of("INT", "TERM", "HUP")) {
        handle(signal, handler, name, ours);
      }
    } catch (ReflectiveOperationException e) {
      return; // a JVM without these classes ends at the first signal
    }
  }

  private static void handle(Class<?> signal, Class<?> handler, String name, Object ours)
      throws ReflectiveOperationException {
    try {
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    } catch (InvocationTargetException e) {
      // The system has no such signal, or the JVM was started with -Xrs and leaves it alone.
    }
  }

  /**
   * Asks the work in progress to end early.
   *
   * @return false when there is none, or it was asked before
   */
  public static synchronized boolean request(int number) {
    Stop stop = current;
    if (stop == null || stop.isRequested()) {
      return false;
    }
    stop.signal = number;
    return true;
  }

  private static void endAtLimit(int number) {
    Thread limit =
        new Thread(
            () -> {
              if (sleep(LIMIT_SECONDS)) {
                Thread halt = new Thread(() -> halt(number), "halt");
                halt.setDaemon(true);
                halt.start();
                Runtime.getRuntime().exit(BY_SIGNAL + number);
              }
            },
            "end at limit");
    limit.setDaemon(true);
    limit.start();
  }

  private static void halt(int number) {
    if (sleep(HOOKS_SECONDS)) {
      Runtime.getRuntime().halt(BY_SIGNAL + number);
    }
  }

  private static boolean sleep(long seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
