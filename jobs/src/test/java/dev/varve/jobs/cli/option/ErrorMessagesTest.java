package dev.varve.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.fs.s3a.UnknownStoreException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.junit.jupiter.api.Test;

/** What people are told of faults. */
class ErrorMessagesTest {
  @Test
  void aClusterThatWantsKerberosSaysSoWithoutItsStack() {
    String remote =
        "SIMPLE authentication is not enabled.  Available:[TOKEN, KERBEROS]\n"
            + "\tat org.apache.hadoop.ipc.Server.work(Server.java:3279)";
    assertThat(told(new IOException(new IOException(remote)), 1))
        .contains("SIMPLE authentication is not enabled")
        .contains("spark-submit --principal P --keytab FILE")
        .doesNotContain("Server.java");
  }

  private static String told(Exception fault, int code) {
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      assertThat(ErrorMessages.report(fault)).isEqualTo(code);
    } finally {
      System.setErr(before);
    }
    return told.toString(StandardCharsets.UTF_8);
  }

  private static String first(Exception fault, int code) {
    return told(fault, code).lines().findFirst().orElse("");
  }

  private static String s3(String reason, int status) {
    return "software.amazon.awssdk.services.s3.model.S3Exception: %s (Service: S3, Status Code: %d, Request ID: Q7) (SDK Attempt Count: 1)"
        .formatted(reason, status);
  }

  private static AccessDeniedException denied(String reason, Throwable cause) {
    AccessDeniedException denied = new AccessDeniedException("s3a://lake/w", null, reason);
    denied.initCause(cause);
    return denied;
  }

  /** The chains are those of Hadoop 3.5 on answers of moto and of servers that deny access. */
  @Test
  void aFaultOfS3SaysWhereAndWhatToDo() {
    String bucket = s3("The specified bucket does not exist", 404);
    assertThat(
            first(
                new UnknownStoreException(
                    "s3a://nolake/w",
                    "getFileStatus on s3a://nolake/w: " + bucket + ":NoSuchBucket: it is not there",
                    new RuntimeException(bucket)),
                2))
        .isEqualTo(
            "varve: s3a://nolake/w: the bucket does not exist; create it, or correct its name or"
                + " fs.s3a.endpoint");
    String forbidden = s3("Forbidden", 403);
    assertThat(
            first(
                denied(
                    "getFileStatus on s3a://lake/w: " + forbidden + ":null",
                    new RuntimeException(forbidden)),
                2))
        .startsWith("varve: s3a://lake/w: access is denied; check the keys");
    assertThat(
            first(
                new UncheckedIOException(
                    denied(
                        "open s3a://lake/w: " + forbidden + ":InvalidAccessKeyId",
                        new RuntimeException(forbidden))),
                2))
        .startsWith("varve: s3a://lake/w: access is denied (InvalidAccessKeyId); check the keys");
    NoAuthWithAWSException none = new NoAuthWithAWSException("No AWS Credentials provided by A B");
    assertThat(first(denied(none.toString(), none), 2))
        .startsWith("varve: s3a://lake/w: no keys were found; set AWS_ACCESS_KEY_ID and");
  }

  @Test
  void aFaultThatNamesItsPlaceSaysItOnceWithoutClasses() {
    String reason =
        "software.amazon.awssdk.core.exception.SdkClientException: Unable to execute HTTP request:"
            + " Connect to 127.0.0.1:9 failed: Connection refused (SDK Attempt Count: 6)";
    ConnectException refused =
        new ConnectException(
            "getFileStatus on s3a://lake/w: " + reason + ":    " + reason + ": Connection refused");
    refused.initCause(new RuntimeException(reason, new ConnectException("Connection refused")));
    assertThat(first(refused, 1))
        .isEqualTo(
            "varve: getFileStatus on s3a://lake/w: Unable to execute HTTP request: Connect to"
                + " 127.0.0.1:9 failed: Connection refused");
    ConnectException call =
        new ConnectException(
            "Call From here/127.0.0.1 to nn:8020 failed on connection exception:"
                + " java.net.ConnectException: Connection refused; For more details see: "
                + " http://wiki.apache.org/hadoop/ConnectionRefused");
    call.initCause(new ConnectException("Connection refused"));
    assertThat(first(call, 1))
        .isEqualTo(
            "varve: Call From here/127.0.0.1 to nn:8020 failed on connection exception: Connection"
                + " refused");
  }

  @Test
  void otherFaultsAreToldByTheirInnermostCause() {
    assertThat(first(new RuntimeException(new IOException("disk 7 is gone")), 1))
        .isEqualTo("varve: disk 7 is gone");
    assertThat(first(new IOException("x", new AccessDeniedException("/srv/w")), 1))
        .isEqualTo("varve: java.nio.file.AccessDeniedException: /srv/w");
    assertThat(
            first(
                new RuntimeException(
                    new ClassNotFoundException("Class org.apache.hadoop.fs.s3a.S3A not found")),
                1))
        .startsWith("varve: org.apache.hadoop.fs.s3a.S3A is not there, or its jar cannot be read;");
  }
}
