package dev.varve.jobs.serve.hive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.jspecify.annotations.Nullable;

/**
 * How a connection begins: with SASL and mechanism PLAIN, as drivers do unless configured
 * otherwise. Any name and password is taken. Or it begins with the first message directly ({@code
 * auth=noSasl}). The first byte decides.
 *
 * @see <a href="https://github.com/apache/thrift/blob/master/doc/specs/thrift-sasl-spec.txt">SASL
 *     in Thrift</a>
 */
public final class Handshake extends TTransportFactory {
  /**
   * Length of a message beyond which the connection is closed: memory is taken for it before it has
   * come, by every connection. It is far above that of a statement, so that a statement that is too
   * long is answered with an error.
   */
  public static final int MOST_BYTES = 4 << 20;

  private static final Duration MOST_TIME = Duration.ofSeconds(20);
  private static final int MOST_HANDSHAKE_BYTES = 1 << 16;
  private static final int START = 1;
  private static final int OK = 2;
  private static final int BAD = 3;
  private static final int COMPLETE = 5;
  private static final int FIRST_OF_A_MESSAGE = 0x80;

  private final Duration idle;

  /** A server asks twice for each connection, for what it reads and for what it writes. */
  private static final ThreadLocal<Opened> LAST = new ThreadLocal<>();

  private record Opened(TTransport socket, TTransport transport) {}

  /**
   * @param idle how long a connection that has begun may say nothing
   */
  public Handshake(Duration idle) {
    this.idle = idle;
  }

  @Override
  public TTransport getTransport(TTransport socket) throws TTransportException {
    Opened opened = LAST.get();
    if (opened == null || opened.socket() != socket) {
      opened = new Opened(socket, begin(((TSocket) socket).getSocket()));
      LAST.set(opened);
    }
    return opened.transport();
  }

  private TTransport begin(@Nullable Socket socket) throws TTransportException {
    if (socket == null) {
      throw new TTransportException(TTransportException.NOT_OPEN, "closed");
    }
    try {
      socket.setSoTimeout((int) MOST_TIME.toMillis());
      socket.setTcpNoDelay(true);
      PushbackInputStream in =
          new PushbackInputStream(new BufferedInputStream(socket.getInputStream()));
      BufferedOutputStream out = new BufferedOutputStream(socket.getOutputStream());
      int first = in.read();
      if (first != START && first != FIRST_OF_A_MESSAGE) {
        throw new IOException("no client of this protocol: it began with byte " + first);
      }
      in.unread(first);
      if (first == START) {
        takeAnybody(new DataInputStream(in), new DataOutputStream(out));
      }
      socket.setSoTimeout((int) Math.min(idle.toMillis(), Integer.MAX_VALUE));
      TConfiguration limits = new TConfiguration(MOST_BYTES, MOST_BYTES, 64);
      TTransport plain = new TIOStreamTransport(limits, in, out);
      return first == START ? new TFramedTransport(plain, MOST_BYTES) : plain;
    } catch (IOException e) {
      // Of this kind a server says nothing: who looks for open ports must not fill a log.
      throw new TTransportException(TTransportException.END_OF_FILE, e.getMessage(), e);
    }
  }

  /** The client names the mechanism and sends name and password, which nobody looks at. */
  private static void takeAnybody(DataInputStream in, DataOutputStream out) throws IOException {
    in.readByte();
    String mechanism = new String(message(in), StandardCharsets.US_ASCII);
    if (!mechanism.equals("PLAIN")) {
      answer(out, BAD, "the mechanism is PLAIN, or none with auth=noSasl");
      throw new IOException("it requested another mechanism");
    }
    int status = in.readByte();
    message(in);
    if (status != OK && status != COMPLETE) {
      throw new IOException("it gave up");
    }
    answer(out, COMPLETE, "");
  }

  private static byte[] message(DataInputStream in) throws IOException {
    int bytes = in.readInt();
    if (bytes < 0 || bytes > MOST_HANDSHAKE_BYTES) {
      throw new IOException("it sent " + bytes + " bytes for a name");
    }
    return in.readNBytes(bytes);
  }

  private static void answer(DataOutputStream out, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    out.writeByte(status);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.flush();
  }
}
