package dev.varve.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void valuesAreExactAndEscaped() throws Exception {
    assertThat(Printed.text(Json::new, Printed.troubles()))
        .isEqualTo(
            "{\"name\":\"troubles\",\"heading\":[\"What is hard to print?\",\"Everything.\"],"
                + "\"rows\":[{\"name\":\"plain\",\"bytes\":2048},"
                + "{\"name\":null,\"bytes\":null},"
                + "{\"name\":\"a,b \\\"c\\\"\\nd\",\"bytes\":1.5},"
                + "{\"name\":\"\u202egpj.exe\\u001B[2J\",\"bytes\":\"NaN\"},"
                + "{\"name\":\"0010ff\",\"bytes\":1.0E-7},"
                + "{\"name\":\"{\\\"a\\\":[1,2]}\",\"bytes\":0}]}\n");
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
