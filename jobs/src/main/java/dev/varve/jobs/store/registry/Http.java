package dev.varve.jobs.store.registry;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes HTTP clients that send only what they are given: no account, cookie or Kerberos ticket of
 * this user, and no request after a redirect. Heads, lines and headers of responses are limited in
 * size.
 */
final class Http {
  /** Most bytes of a header line; signed addresses of object stores take a few KiB. */
  private static final int MAX_LINE_BYTES = 16 << 10;

  private static final int MAX_HEADERS = 200;

  /** Most interim responses (status 1xx) before the final one. */
  private static final int MAX_INTERIM_HEADS = 20;

  /**
   * Limit of a client's connection pool, never reached: parallel requests are limited for each
   * host.
   */
  private static final int MAX_CONNECTIONS = 10_000;

  private Http() {}

  /** A client that makes its TLS connections by a socket factory. */
  static CloseableHttpClient client(SSLSocketFactory sockets, int timeoutMillis) {
    Timeout timeout = Timeout.ofMilliseconds(timeoutMillis);
    Http1Config limits =
        Http1Config.custom()
            .setMaxLineLength(MAX_LINE_BYTES)
            .setMaxHeaderCount(MAX_HEADERS)
            .build();
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(
                    ManagedHttpClientConnectionFactory.builder()
                        .http1Config(limits)
                        .responseParserFactory(standard -> new Heads(limits))
                        .build())
                .setTlsSocketStrategy(
                    (socket, host, port, attachment, context) ->
                        secure(sockets, socket, host, port))
                .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(timeout).build())
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                        .build())
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setMaxConnTotal(MAX_CONNECTIONS)
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setAuthenticationEnabled(false)
                .setRedirectsEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setContentCompressionEnabled(false)
                .setConnectionRequestTimeout(timeout)
                .setResponseTimeout(timeout)
                .build())
        .setRoutePlanner(new SystemDefaultRoutePlanner(ProxySelector.getDefault()))
        .setUserAgent("varve")
        .disableAuthCaching()
        .disableAutomaticRetries()
        .disableConnectionState()
        .disableContentCompression()
        .disableCookieManagement()
        .disableRedirectHandling()
        .build();
  }

  private static SSLSocket secure(SSLSocketFactory sockets, Socket plain, String host, int port)
      throws IOException {
    SSLSocket socket = (SSLSocket) sockets.createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /**
   * Parses the heads of a connection; fails after {@link #MAX_INTERIM_HEADS} interim ones in a row.
   */
  private static final class Heads extends DefaultHttpResponseParser {
    private int interim;

    Heads(Http1Config limits) {
      super(limits);
    }

    @Override
    protected ClassicHttpResponse createMessage(CharArrayBuffer line)
        throws IOException, HttpException {
      ClassicHttpResponse head = super.createMessage(line);
      interim = head.getCode() < 200 ? interim + 1 : 0;
      if (interim > MAX_INTERIM_HEADS) {
        throw new MessageConstraintException("more than " + MAX_INTERIM_HEADS + " interim answers");
      }
      return head;
    }
  }
}
