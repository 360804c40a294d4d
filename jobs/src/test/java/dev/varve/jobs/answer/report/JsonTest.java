package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void valuesAreExactAndEscaped() throws Exception {
    assertThat(Printed.text(Json::new, Printed.troubles()))
        .isEqualTo(
            "{\"name\":\"troubles\",\"heading\":[\"What is hard to print?\",\"Everything.\"],"
                + "\"rows\":[{\"name\":\"plain\",\"bytes\":2048},"
                + "{\"name\":null,\"bytes\":null},"
                + "{\"name\":\"a,b \\\"c\\\"\\nd\",\"bytes\":1.5},"
                + "{\"name\":\"\\u202egpj.exe\\u001B[2J\",\"bytes\":\"NaN\"},"
                + "{\"name\":\"0010ff\",\"bytes\":1.0E-7},"
                + "{\"name\":\"{\\\"a\\\":[1,2]}\",\"bytes\":0}]}\n");
  }

  /**
   * Control characters, what turns the direction, and a format character beyond the first plane.
   */
  @Test
  void whatSteersTheTerminalIsEscapedAndReadBackAsItWas() throws Exception {
    String steering =
        "\u009b31m|\u202egpj|\u001b[2J|\udb40\udc01|\u200f|\u2028|\u2029|\u00ad|\u007f|\0|\t|\r\n";
    String printed = Printed.text(Json::new, text(steering));
    assertThat(printed.toLowerCase(Locale.ROOT))
        .contains("\"\\u009b31m|\\u202egpj|\\u001b[2j|\\udb40\\udc01|")
        .contains("|\\u200f|\\u2028|\\u2029|\\u00ad|\\u007f|\\u0000|\\t|\\r\\n\"");
    assertThat(printed.strip().chars().filter(unit -> unit < 0x20 || unit > 0x7e)).isEmpty();
    assertThat(readBack(printed)).isEqualTo(steering);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00e9t\u00e9",
        "\u65e5\u672c",
        "\ud83d\ude00",
        "\u00a0\u3000",
        "a/b",
        "$1",
        "{}",
      })
  void otherTextStaysAsItIs(String text) throws Exception {
    String printed = Printed.text(Json::new, text(text));
    assertThat(printed).contains("{\"name\":\"" + text + "\"}");
    assertThat(readBack(printed)).isEqualTo(text);
  }

  /** A backslash of the text before what looks like an escape, and one before what becomes one. */
  @Test
  void backslashesAreReadBackAsTheyWere() throws Exception {
    for (String text :
        List.of("\\u202e", "\\\u202e", "\\\\\u009b\\", "\"\u202e\"", "\\x01\u001b")) {
      assertThat(readBack(Printed.text(Json::new, text(text)))).isEqualTo(text);
    }
  }

  @Test
  void everyCharacterIsReadBackAsItWas() throws Exception {
    int[] all = IntStream.rangeClosed(0, 0x10ffff).filter(each -> !isHalf(each)).toArray();
    String text = new String(all, 0, all.length);
    assertThat(readBack(Printed.text(Json::new, text(text))).equals(text)).isTrue();
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static Answer text(String text) {
    List<Answer.Column> columns = List.of(Printed.column("name", ColumnUnit.TEXT));
    return Printed.answer("one", List.of(), columns, Printed.row(text));
  }

  private static String readBack(String printed) throws IOException {
    return new ObjectMapper().readTree(printed).at("/rows/0/name").textValue();
  }

  @Test
  void oneAnswerIsAnObjectAndSeveralAreAnArray() throws Exception {
    String one = "{\"name\":\"one\",\"heading\":[],\"rows\":[]}\n";
    assertThat(Printed.text(Json::new, Printed.empty("one"))).isEqualTo(one);
    // The same report asked for twice is two answers.
    assertThat(Printed.text(Json::new, Printed.empty("one"), Printed.empty("one")))
        .isEqualTo("[" + one + "," + one + "]\n");
  }
}
