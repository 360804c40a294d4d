package dev.varve.jobs.cli.screen;

import dev.varve.jobs.answer.report.TableStyle;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Width of standard output, and whether it is a terminal. Java cannot find that out, so the
 * launcher passes the property {@code varve.columns}. The environment variable {@code COLUMNS}
 * overrides the width.
 *
 * @param width columns of characters
 * @param terminal whether standard output is a terminal
 */
public record Screen(int width, boolean terminal) {
  /** Replaces an unknown width, 0, by the usual one. */
  public Screen {
    width = width > 0 ? width : TableStyle.DEFAULT_WIDTH;
  }

  /** The screen of this process. */
  public static Screen here() {
    return of(System.getenv("COLUMNS"), System.getProperty("varve.columns"));
  }

  static Screen of(@Nullable String variable, @Nullable String property) {
    int reported = number(variable);
    return new Screen(reported > 0 ? reported : number(property), property != null);
  }

  /**
   * Whether escape sequences may be printed: on a terminal, unless {@code NO_COLOR} is set or
   * {@code TERM} is {@code dumb}.
   */
  boolean isColoured() {
    String off = System.getenv("NO_COLOR");
    return terminal && (off == null || off.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /** The style of tables on this screen. */
  public TableStyle style() {
    return new TableStyle(
        width, List.of(), isColoured() ? Set.of(TableStyle.Trait.COLOURED) : Set.of());
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
  }
}
