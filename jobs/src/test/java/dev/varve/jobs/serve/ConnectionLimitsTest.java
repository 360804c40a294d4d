package dev.varve.jobs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Limits of a connection, as a client sees them that writes the frames of HTTP/2 by hand. Numbers
 * of frames, settings and errors are those of RFC 9113; header fields are written as RFC 7541 has
 * them, without Huffman code and without entries of the dynamic table.
 */
class ConnectionLimitsTest {
  private static final int DATA = 0x0;
  private static final int HEADERS = 0x1;
  private static final int RST_STREAM = 0x3;
  private static final int SETTINGS = 0x4;
  private static final int PING = 0x6;
  private static final int GOAWAY = 0x7;
  private static final int END_HEADERS = 0x4;
  private static final int ACK = 0x1;
  private static final int MAX_CONCURRENT_STREAMS = 0x3;
  private static final int REFUSED_STREAM = 0x7;
  private static final int CANCEL = 0x8;
  private static final int ENHANCE_YOUR_CALM = 0xb;

  private static Served served;

  @BeforeAll
  static void serve() throws Exception {
    served = new Served(SmallWorld.ingested());
  }

  @AfterAll
  static void close() throws Exception {
    served.close();
  }

  /** The server says the limit, and holds it against a client that does not care. */
  @Test
  void theCallBeyond100IsRefused() throws IOException {
    try (Client client = new Client(Served.TOKEN)) {
      ByteBuffer settings = client.settings;
      Integer most = null;
      while (settings.hasRemaining()) {
        int setting = settings.getShort();
        int value = settings.getInt();
        most = setting == MAX_CONCURRENT_STREAMS ? Integer.valueOf(value) : most;
      }
      assertThat(most).isEqualTo(100);
      for (int call = 0; call < 100; call++) {
        client.call(call);
      }
      client.requirePong();
      client.call(100);
      assertThat(client.await(RST_STREAM, Client.stream(100)).getInt()).isEqualTo(REFUSED_STREAM);
      client.reset(0);
      client.call(101);
      client.requirePong();
    }
  }

  /** A reset frees its place at once, so the limit of calls does not hold against it. */
  @Test
  void aConnectionEndsWithTheResetBeyond1000() throws IOException {
    try (Client client = new Client("nobody's")) {
      for (int call = 0; call < 1000; call++) {
        client.call(call);
        client.reset(call);
      }
      client.requirePong();
      client.call(1000);
      client.reset(1000);
      ByteBuffer end = client.await(GOAWAY, 0);
      end.getInt(); // the last stream that was begun
      assertThat(end.getInt()).isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  /** A connection that sends whatever it is told to. */
  private static final class Client implements AutoCloseable {
    private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port());
    private final DataOutputStream out;
    private final DataInputStream in;
    private final byte[] head;
    private final ByteBuffer settings;
    private long pings;

    Client(String token) throws IOException {
      socket.setSoTimeout(60_000);
      out = new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
      in = new DataInputStream(socket.getInputStream());
      ByteArrayOutputStream fields = new ByteArrayOutputStream();
      fields.write(0x83); // :method POST
      fields.write(0x86); // :scheme http
      field(fields, new byte[] {0x04}, "/arrow.flight.protocol.FlightService/GetFlightInfo");
      field(fields, new byte[] {0x01}, "127.0.0.1"); // :authority
      field(fields, new byte[] {0x0f, 31 - 15}, "application/grpc"); // content-type
      field(fields, new byte[] {0x0f, 23 - 15}, "Bearer " + token); // authorization
      field(fields, new byte[] {0x00, 2, 't', 'e'}, "trailers");
      head = fields.toByteArray();
      out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      send(SETTINGS, 0, 0, new byte[0]);
      settings = await(SETTINGS, 0);
      send(SETTINGS, ACK, 0, new byte[0]); // the limits hold from here on
    }

    private static void field(ByteArrayOutputStream to, byte[] name, String value) {
      to.writeBytes(name);
      to.write(value.length());
      to.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    static int stream(int call) {
      return 2 * call + 1;
    }

    /** Begins a call, which waits for its message. */
    void call(int call) throws IOException {
      send(HEADERS, END_HEADERS, stream(call), head);
    }

    void reset(int call) throws IOException {
      send(RST_STREAM, 0, stream(call), ByteBuffer.allocate(4).putInt(CANCEL).array());
    }

    /** Waits until the server answers a ping: it has then read all frames that were sent before. */
    void requirePong() throws IOException {
      pings++;
      send(PING, 0, 0, ByteBuffer.allocate(8).putLong(pings).array());
      assertThat(await(PING, 0).getLong()).isEqualTo(pings);
    }

    private void send(int type, int flags, int stream, byte[] payload) throws IOException {
      out.writeByte(payload.length >>> 16);
      out.writeShort(payload.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(stream);
      out.write(payload);
    }

    /** The next frame of a type and stream; those between are left out. */
    ByteBuffer await(int wanted, int wantedStream) throws IOException {
      out.flush();
      while (true) {
        int bytes = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        ByteBuffer payload = ByteBuffer.wrap(in.readNBytes(bytes));
        if (type == wanted && stream == wantedStream) {
          return payload;
        }
        boolean expected =
            switch (type) {
              case SETTINGS, HEADERS, DATA -> true;
              case RST_STREAM -> stream != 0;
              case PING -> answered(flags, payload);
              default -> type > GOAWAY;
            };
        assertThat(expected).as("frame %d of stream %d: %s", type, stream, payload).isTrue();
      }
    }

    private boolean answered(int flags, ByteBuffer payload) throws IOException {
      if ((flags & ACK) == 0) {
        byte[] same = new byte[payload.remaining()];
        payload.get(same);
        send(PING, ACK, 0, same);
        out.flush();
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
