package dev.varve.jobs.store.hadoop;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** Endpoints that are there, that are not, and that cannot be looked at. */
class S3EndpointTest {
  private static Configuration endpoint(String key, String address) {
    Configuration hadoop = new Configuration(false);
    hadoop.set(key, address);
    return hadoop;
  }

  /** Nothing listens at a port that was just closed. */
  @Test
  void anEndpointThatIsDownIsNamed() throws Exception {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    String address = "http://127.0.0.1:" + server.getLocalPort();
    Configuration hadoop = endpoint("fs.s3a.bucket.lake.endpoint", address);
    hadoop.set("fs.s3a.endpoint", "http://192.0.2.1:1");
    assertThatCode(() -> S3Endpoint.require(hadoop, "lake", "s3a://lake/w"))
        .doesNotThrowAnyException();
    server.close();
    assertThatThrownBy(() -> S3Endpoint.require(hadoop, "lake", "s3a://lake/w"))
        .hasMessageStartingWith(
            "s3a://lake/w: " + address + " cannot be reached: Connection refused");
  }

  @Test
  void whatNoSettingNamesIsNotLookedAt() {
    assertThatCode(
            () -> {
              S3Endpoint.require(new Configuration(false), "lake", "s3a://lake/w");
              Configuration proxy = endpoint("fs.s3a.endpoint", "http://192.0.2.1:1");
              proxy.set("fs.s3a.proxy.host", "proxy.example");
              S3Endpoint.require(proxy, "lake", "s3a://lake/w");
            })
        .doesNotThrowAnyException();
  }
}
