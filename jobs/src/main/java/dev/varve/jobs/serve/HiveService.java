package dev.varve.jobs.serve;

import dev.varve.jobs.conf.InvalidSettingsException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hive.service.rpc.thrift.TCloseSessionReq;
import org.apache.hive.service.rpc.thrift.TCloseSessionResp;
import org.apache.hive.service.rpc.thrift.TExecuteStatementReq;
import org.apache.hive.service.rpc.thrift.TExecuteStatementResp;
import org.apache.hive.service.rpc.thrift.TGetInfoReq;
import org.apache.hive.service.rpc.thrift.TGetInfoResp;
import org.apache.hive.service.rpc.thrift.TGetInfoType;
import org.apache.hive.service.rpc.thrift.TGetInfoValue;
import org.apache.hive.service.rpc.thrift.TOpenSessionReq;
import org.apache.hive.service.rpc.thrift.TOpenSessionResp;
import org.apache.hive.service.rpc.thrift.TOperationType;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.spark.package$;

/** The calls of the protocol. None throws: each answer contains the outcome. */
final class HiveService extends CatalogCalls {
  private static final TProtocolVersion NEWEST = TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V10;

  /** Characters of the longest statement. */
  private static final int MOST_CHARACTERS = 1 << 20;

  /** A driver fetches so many rows at a time unless configured otherwise. */
  private static final String FETCH_SIZE = "hive.server2.thrift.resultset.default.fetch.size";

  private final ClientSessions sessions;
  private final Connections connections;

  HiveService(ClientSessions sessions, Connections connections) {
    super(sessions);
    this.sessions = sessions;
    this.connections = connections;
  }

  /** Settings that come along are not looked at. */
  @Override
  public TOpenSessionResp OpenSession(TOpenSessionReq request) {
    TProtocolVersion asked = request == null ? null : request.getClient_protocol();
    TProtocolVersion version =
        asked == null || asked.getValue() > NEWEST.getValue() ? NEWEST : asked;
    TOpenSessionResp response = new TOpenSessionResp();
    response.setServerProtocolVersion(version);
    response.setConfiguration(Map.of(FETCH_SIZE, String.valueOf(sessions.rows(Long.MAX_VALUE))));
    response.setStatus(
        Statuses.of(
            () -> {
              ClientSession session = sessions.open(version);
              connections.opened(session);
              response.setSessionHandle(session.handle().ofSession());
            }));
    return response;
  }

  @Override
  public TCloseSessionResp CloseSession(TCloseSessionReq request) {
    return new TCloseSessionResp(
        Statuses.of(
            () -> {
              ClientSession session = session(request.getSessionHandle());
              connections.closed(session);
              sessions.close(Set.of(session));
            }));
  }

  @Override
  public TGetInfoResp GetInfo(TGetInfoReq request) {
    TGetInfoResp response = new TGetInfoResp();
    response.setInfoValue(TGetInfoValue.stringValue(""));
    response.setStatus(
        Statuses.of(
            () -> {
              session(request.getSessionHandle());
              response.setInfoValue(info(request.getInfoType()));
            }));
    return response;
  }

  private static TGetInfoValue info(TGetInfoType type) {
    return switch (type) {
      case CLI_SERVER_NAME -> TGetInfoValue.stringValue("Varve");
      case CLI_DBMS_NAME -> TGetInfoValue.stringValue("Spark SQL");
      case CLI_DBMS_VER -> TGetInfoValue.stringValue(package$.MODULE$.SPARK_VERSION());
      case CLI_DATA_SOURCE_READ_ONLY -> TGetInfoValue.stringValue("Y");
      case CLI_IDENTIFIER_QUOTE_CHAR -> TGetInfoValue.stringValue("`");
      case CLI_SEARCH_PATTERN_ESCAPE -> TGetInfoValue.stringValue("\\");
      case CLI_MAX_COLUMN_NAME_LEN, CLI_MAX_SCHEMA_NAME_LEN, CLI_MAX_TABLE_NAME_LEN ->
          TGetInfoValue.lenValue(0);
      case CLI_TXN_CAPABLE -> TGetInfoValue.smallIntValue((short) 0);
      default ->
          throw new UnsupportedOperationException("nothing is known here about " + type.name());
    };
  }

  @Override
  public TExecuteStatementResp ExecuteStatement(TExecuteStatementReq request) {
    TExecuteStatementResp response = new TExecuteStatementResp();
    response.setStatus(
        Statuses.of(
            () -> {
              ClientSession session = session(request.getSessionHandle());
              String statement = notTooLong(request.getStatement());
              Operation operation =
                  sessions.start(
                      session, () -> session.catalog().run(statement), request.getQueryTimeout());
              if (!request.isRunAsync()) {
                operation.ended().join();
                succeeded(session, operation);
              }
              response.setOperationHandle(
                  operation.handle().ofOperation(TOperationType.EXECUTE_STATEMENT));
            }));
    return response;
  }

  private static String notTooLong(String statement) throws InvalidSettingsException {
    if (statement.length() > MOST_CHARACTERS) {
      throw new InvalidSettingsException(
          List.of(
              "the statement has %,d characters, at most %,d are taken: join with a table in place of"
                      .formatted(statement.length(), MOST_CHARACTERS)
                  + " a long list of values"));
    }
    return statement;
  }
}
