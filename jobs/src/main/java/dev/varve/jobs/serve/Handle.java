package dev.varve.jobs.serve;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.hive.service.rpc.thrift.THandleIdentifier;
import org.apache.hive.service.rpc.thrift.TOperationHandle;
import org.apache.hive.service.rpc.thrift.TOperationType;
import org.apache.hive.service.rpc.thrift.TSessionHandle;

/**
 * The handle by which a client names a session or a result; nobody else can guess it.
 *
 * @param id public
 * @param secret known to the client alone
 */
record Handle(UUID id, UUID secret) {
  static Handle next() {
    return new Handle(UUID.randomUUID(), UUID.randomUUID());
  }

  /** The one that a client sent; any other of the wrong size. */
  static Handle of(THandleIdentifier sent) {
    return new Handle(id(sent.getGuid()), id(sent.getSecret()));
  }

  private static UUID id(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return bytes.length == 16 ? new UUID(buffer.getLong(), buffer.getLong()) : UUID.randomUUID();
  }

  private static ByteBuffer bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  private THandleIdentifier identifier() {
    return new THandleIdentifier(bytes(id), bytes(secret));
  }

  TSessionHandle ofSession() {
    return new TSessionHandle(identifier());
  }

  TOperationHandle ofOperation(TOperationType type) {
    return new TOperationHandle(identifier(), type, true);
  }
}
