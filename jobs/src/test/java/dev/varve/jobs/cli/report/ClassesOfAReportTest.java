package dev.varve.jobs.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.cli.CommandLines;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Classes of packages cli and answer that a report needs, from the command line to the screen;
 * nested ones are a part of theirs.
 */
class ClassesOfAReportTest {
  @Test
  void theyAreAtMost25() throws Exception {
    Own own = new Own();
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    String[] line = {
      "report", "dedup-summary", "--warehouse", SmallWorld.packed().toString(), "--engine", "local"
    };
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Object code =
          own.loadClass(CommandLines.class.getName())
              .getMethod("run", String[].class)
              .invoke(null, (Object) line);
      assertThat(code).isEqualTo(0);
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).contains("dedup only");
    assertThat(own.loaded).contains(CommandLines.class.getName()).hasSizeLessThanOrEqualTo(25);
  }

  /** Loads the classes of these packages itself, each when it is needed first. */
  private static final class Own extends ClassLoader {
    private final Set<String> loaded = new TreeSet<>();

    Own() {
      super(ClassesOfAReportTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.matches("dev\\.varve\\.jobs\\.(cli|answer)\\..*")) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known == null ? own(name) : known;
      }
    }

    private Class<?> own(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        loaded.add(name.replaceAll("\\$.*", ""));
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
