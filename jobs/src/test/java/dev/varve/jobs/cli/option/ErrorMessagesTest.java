package dev.varve.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What people are told of faults. */
class ErrorMessagesTest {
  @Test
  void aClusterThatWantsKerberosSaysSoWithoutItsStack() {
    String remote =
        "SIMPLE authentication is not enabled.  Available:[TOKEN, KERBEROS]\n"
            + "\tat org.apache.hadoop.ipc.Server.work(Server.java:3279)";
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      assertThat(ErrorMessages.report(new IOException(new IOException(remote)))).isEqualTo(1);
    } finally {
      System.setErr(before);
    }
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("SIMPLE authentication is not enabled")
        .contains("spark-submit --principal P --keytab FILE")
        .doesNotContain("Server.java");
  }
}
