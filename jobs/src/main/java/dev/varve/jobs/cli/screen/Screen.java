package dev.varve.jobs.cli.screen;

import dev.varve.jobs.answer.report.TableStyle;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, if it is a terminal. Java cannot find that out, so the launcher passes the
 * property {@code varve.columns}; the variable {@code COLUMNS} has the last word on the width.
 *
 * @param width columns of characters
 * @param terminal whether it is one
 */
public record Screen(int width, boolean terminal) {
  /** A width that is not known is the usual one. */
  public Screen {
    width = width > 0 ? width : TableStyle.USUAL_WIDTH;
  }

  /** The screen of this process. */
  public static Screen here() {
    return of(System.getenv("COLUMNS"), System.getProperty("varve.columns"));
  }

  static Screen of(@Nullable String variable, @Nullable String property) {
    int reported = number(variable);
    return new Screen(reported > 0 ? reported : number(property), property != null);
  }

  /** Whether escape sequences may colour it: not with {@code NO_COLOR}, nor where none work. */
  boolean isColoured() {
    String off = System.getenv("NO_COLOR");
    return terminal && (off == null || off.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /** The style of tables on it. */
  public TableStyle style() {
    return new TableStyle(
        width, List.of(), isColoured() ? Set.of(TableStyle.Trait.COLOURED) : Set.of());
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
  }
}
