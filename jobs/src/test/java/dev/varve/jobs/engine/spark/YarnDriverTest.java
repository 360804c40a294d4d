package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.SparkUserAppException;
import org.junit.jupiter.api.Test;

/**
 * What the engine's application master makes of it: a return is success, this exception its code.
 */
class YarnDriverTest {
  @Test
  void successReturns() {
    assertThatCode(() -> YarnDriver.end(0)).doesNotThrowAnyException();
  }

  @Test
  void anythingElseIsThrownWithItsCode() {
    assertThatThrownBy(() -> YarnDriver.endRegistered(4))
        .isEqualTo(new SparkUserAppException(4, null));
  }
}
