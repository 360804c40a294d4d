package dev.varve.input.inventory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * A reader that returns at most one line at a time, so that a parser never reads beyond the row it
 * is parsing. Knows the line in which a row begins, and limits the length of a row.
 */
final class LineReader extends Reader {
  /** Longest row that is parsed, in characters; longer rows are faults. */
  private static final int MOST_ROW_LETTERS = 1 << 20;

  private final BufferedReader in;
  private long line = 1;
  private long rowLine = 1;
  private int rowLetters;
  private boolean lineBegins = true;
  private boolean atEnd;

  /** Thrown for a row above the length limit. */
  static final class TooLongException extends IOException {
    static final String MESSAGE = "a row of more than " + MOST_ROW_LETTERS + " letters";
    private static final long serialVersionUID = 1;

    TooLongException() {
      super(MESSAGE);
    }
  }

  /** Skips a byte order mark. */
  LineReader(Reader in) throws IOException {
    super(in);
    this.in = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
    this.in.mark(1);
    if (this.in.read() != '\ufeff') {
      this.in.reset();
    }
  }

  /** Starts the next row. */
  void beginRow() {
    rowLetters = 0;
    rowLine = line;
  }

  /** The line that the row begins in, from 1. */
  long rowLine() {
    return rowLine;
  }

  /** Whether the end of the text has been reached. */
  boolean isAtEnd() {
    return atEnd;
  }

  /** Skips the rest of the line, if a line was begun. */
  void skipLine() throws IOException {
    while (!lineBegins && letter() >= 0) {
      // Skips the character.
    }
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    int count = 0;
    boolean empty = lineBegins;
    do {
      int letter = count < length ? letter() : -1;
      if (letter < 0) {
        break;
      }
      into[from + count++] = (char) letter;
      empty &= letter == '\n' || letter == '\r';
    } while (!lineBegins);
    if (empty && rowLetters == 0) {
      rowLine = line;
      return count > 0 ? count : end(length);
    }
    rowLetters += count;
    if (rowLetters > MOST_ROW_LETTERS) {
      throw new TooLongException();
    }
    return count > 0 ? count : end(length);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private int end(int length) {
    atEnd |= length > 0;
    return length > 0 ? -1 : 0;
  }

  private int letter() throws IOException {
    int letter = in.read();
    lineBegins = letter == '\n';
    line += letter == '\n' ? 1 : 0;
    return letter;
  }
}
