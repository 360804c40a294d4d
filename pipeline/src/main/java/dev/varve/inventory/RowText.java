package dev.varve.inventory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;

/**
 * A text that is handed out by no more than a line at a time, so that what a parser has taken ends
 * where its row ends. Knows the line that a row begins in, and bounds how long a row may be.
 */
final class RowText extends Reader {
  private static final int MOST_ROW_LETTERS = 1 << 20;

  private final BufferedReader in;
  private long line = 1;
  private long rowLine = 1;
  private int rowLetters;
  private boolean lineBegins = true;
  private boolean atEnd;

  /** A row that is longer than anyone writes. */
  static final class TooLongException extends IOException {
    static final String MESSAGE = "a row of more than " + MOST_ROW_LETTERS + " letters";
    private static final long serialVersionUID = 1;

    TooLongException() {
      super(MESSAGE);
    }
  }

  /** Leaves out a byte order mark. */
  RowText(Reader in) throws IOException {
    super(in);
    this.in = in instanceof BufferedReader buffered ? buffered : new BufferedReader(in);
    this.in.mark(1);
    if (this.in.read() != '\ufeff') {
      this.in.reset();
    }
  }

  /** What is handed out from here on belongs to another row. */
  void beginRow() {
    rowLetters = 0;
    rowLine = line;
  }

  /** The line that the row begins in, from 1. */
  long rowLine() {
    return rowLine;
  }

  /** Whether the end of the text has been asked for. */
  boolean isAtEnd() {
    return atEnd;
  }

  /** Leaves out what is left of the line, if it has been begun. */
  void skipLine() throws IOException {
    while (!lineBegins && letter() >= 0) {
      // Each letter is passed over.
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
