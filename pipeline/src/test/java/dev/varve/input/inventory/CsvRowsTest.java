package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvRowsTest {

  @Test
  void fieldsMayHoldCommasLineEndsAndQuotes() throws IOException {
    assertThat(rows("\ufeffa, b ,\"c,\"\r\n\r\n\"two\nlines\",\"say \"\"x\"\"\",\n\nlast,,\"\""))
        .containsExactly("1 [a, b, c,]", "3 [two\nlines, say \"x\", ]", "6 [last, , ]");
    assertThat(rows("")).isEmpty();
    assertThat(rows("\n\n")).isEmpty();
  }

  @Test
  void aFaultyRowIsToldAndTheNextLineIsReadOn() throws IOException {
    assertThat(rows("a,b\n\nx,\"y\" z,w\n\n1,2\n\"v\nw\"u,1\n3,4\n5,\"open\n6,7\n"))
        .containsExactly(
            "1 [a, b]",
            "3 text after a closing quote",
            "5 [1, 2]",
            "6 text after a closing quote",
            "8 [3, 4]",
            "9 a quote is not closed");
    assertThat(rows("\"x\"y")).containsExactly("1 text after a closing quote");
  }

  @Test
  void aRowWithoutAnEndIsLeftAfterAMillionLetters() throws IOException {
    String endless = "x".repeat(3 << 20);
    assertThat(rows("a\n" + endless + "\nb\n\"" + endless + "\nc\n"))
        .containsExactly(
            "1 [a]",
            "2 a row of more than 1048576 letters",
            "3 [b]",
            "4 a row of more than 1048576 letters",
            "5 [c]");
  }

  @Test
  void aFaultOfTheMediumIsNoFaultOfARow() {
    Reader broken =
        new Reader() {
          @Override
          public int read(char[] into, int from, int length) throws IOException {
            throw new IOException("the disk is gone");
          }

          @Override
          public void close() {}
        };
    assertThatThrownBy(() -> new CsvRows(broken).next())
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }

  private static List<String> rows(String text) throws IOException {
    CsvRows rows = new CsvRows(new StringReader(text));
    List<String> found = new ArrayList<>();
    for (CsvRows.Row row = rows.next(); row != null; row = rows.next()) {
      found.add(row.line() + " " + (row.fault() == null ? row.fields() : row.fault()));
    }
    return found;
  }
}
