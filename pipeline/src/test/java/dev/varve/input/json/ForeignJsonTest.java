package dev.varve.input.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ForeignJsonTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void refuses(String text, RejectReason reason) {
    assertThatThrownBy(() -> ForeignJson.tree(bytes(text)))
        .isInstanceOfSatisfying(
            MalformedBlobException.class, fault -> assertThat(fault.reason()).isEqualTo(reason));
  }

  /** An empty object is two tokens, and a list two more: 2^20 in all are allowed. */
  @Test
  void aTreeHasALimitOfTokens() throws Exception {
    int objects = (1 << 19) - 1;
    assertThat(ForeignJson.tree(bytes("[" + "{},".repeat(objects - 1) + "{}]"))).hasSize(objects);
    refuses("[" + "{},".repeat(objects) + "{}]", RejectReason.LIMIT);
  }

  @Test
  void aTreeHasALimitOfDepthAndBytes() throws Exception {
    assertThat(ForeignJson.tree(bytes("[".repeat(128) + "]".repeat(128)))).hasSize(1);
    refuses("[".repeat(129) + "]".repeat(129), RejectReason.LIMIT);
    refuses("{\"a\":".repeat(1_000_000), RejectReason.LIMIT);
    refuses("\"" + "x".repeat((16 << 20) - 1) + "\"", RejectReason.LIMIT);
    refuses("[" + "1".repeat(5000) + "]", RejectReason.LIMIT);
  }

  @Test
  void whatIsNoJsonIsCorrupt() {
    refuses("{\"a\"", RejectReason.CORRUPT);
    refuses("{} {}", RejectReason.CORRUPT);
    refuses("{\"a\":NaN}", RejectReason.CORRUPT);
    refuses("\u0000\u0000\u0000{", RejectReason.CORRUPT);
  }

  /** As Go's encoding/json documents it for maps and fields. */
  @Test
  void ofTwoValuesOfAKeyTheLastCounts() throws Exception {
    assertThat(ForeignJson.tree(bytes("{\"a\":1,\"a\":2}")).path("a").asInt()).isEqualTo(2);
  }

  @Test
  void tokensHaveLimitsToo() throws Exception {
    String text = "{\"%s\":[[\"%s\"]]}";
    assertThat(count(text.formatted("a".repeat(10), "b".repeat(10)))).isEqualTo(8);
    for (String beyond :
        new String[] {
          text.formatted("a", "b".repeat(50_000)),
          text.formatted("a".repeat(50_000), "b"),
          "[[[[1]]]]",
          "[" + "1".repeat(100) + "]",
          "[" + "1,".repeat(200_000) + "1]"
        }) {
      assertThatThrownBy(() -> count(beyond)).isInstanceOf(StreamConstraintsException.class);
    }
  }

  private static int count(String text) throws Exception {
    int tokens = 0;
    try (JsonParser parser = ForeignJson.tokens(new StringReader(text), 10, 3, 300_000)) {
      while (parser.nextToken() != null) {
        tokens++;
        assertThat(parser.getText()).isNotEmpty();
        if (parser.currentToken().isNumeric()) {
          parser.getNumberValue();
        }
      }
    }
    return tokens;
  }
}
