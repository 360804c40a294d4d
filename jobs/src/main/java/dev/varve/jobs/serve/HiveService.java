package dev.varve.jobs.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hive.service.rpc.thrift.TCancelOperationReq;
import org.apache.hive.service.rpc.thrift.TCancelOperationResp;
import org.apache.hive.service.rpc.thrift.TCloseOperationReq;
import org.apache.hive.service.rpc.thrift.TCloseOperationResp;
import org.apache.hive.service.rpc.thrift.TCloseSessionReq;
import org.apache.hive.service.rpc.thrift.TCloseSessionResp;
import org.apache.hive.service.rpc.thrift.TColumnDesc;
import org.apache.hive.service.rpc.thrift.TExecuteStatementReq;
import org.apache.hive.service.rpc.thrift.TExecuteStatementResp;
import org.apache.hive.service.rpc.thrift.TFetchOrientation;
import org.apache.hive.service.rpc.thrift.TFetchResultsReq;
import org.apache.hive.service.rpc.thrift.TFetchResultsResp;
import org.apache.hive.service.rpc.thrift.TGetCatalogsReq;
import org.apache.hive.service.rpc.thrift.TGetCatalogsResp;
import org.apache.hive.service.rpc.thrift.TGetColumnsReq;
import org.apache.hive.service.rpc.thrift.TGetColumnsResp;
import org.apache.hive.service.rpc.thrift.TGetCrossReferenceReq;
import org.apache.hive.service.rpc.thrift.TGetCrossReferenceResp;
import org.apache.hive.service.rpc.thrift.TGetFunctionsReq;
import org.apache.hive.service.rpc.thrift.TGetFunctionsResp;
import org.apache.hive.service.rpc.thrift.TGetInfoReq;
import org.apache.hive.service.rpc.thrift.TGetInfoResp;
import org.apache.hive.service.rpc.thrift.TGetInfoType;
import org.apache.hive.service.rpc.thrift.TGetInfoValue;
import org.apache.hive.service.rpc.thrift.TGetOperationStatusReq;
import org.apache.hive.service.rpc.thrift.TGetOperationStatusResp;
import org.apache.hive.service.rpc.thrift.TGetPrimaryKeysReq;
import org.apache.hive.service.rpc.thrift.TGetPrimaryKeysResp;
import org.apache.hive.service.rpc.thrift.TGetQueryIdReq;
import org.apache.hive.service.rpc.thrift.TGetQueryIdResp;
import org.apache.hive.service.rpc.thrift.TGetResultSetMetadataReq;
import org.apache.hive.service.rpc.thrift.TGetResultSetMetadataResp;
import org.apache.hive.service.rpc.thrift.TGetSchemasReq;
import org.apache.hive.service.rpc.thrift.TGetSchemasResp;
import org.apache.hive.service.rpc.thrift.TGetTableTypesReq;
import org.apache.hive.service.rpc.thrift.TGetTableTypesResp;
import org.apache.hive.service.rpc.thrift.TGetTablesReq;
import org.apache.hive.service.rpc.thrift.TGetTablesResp;
import org.apache.hive.service.rpc.thrift.TGetTypeInfoReq;
import org.apache.hive.service.rpc.thrift.TGetTypeInfoResp;
import org.apache.hive.service.rpc.thrift.TOpenSessionReq;
import org.apache.hive.service.rpc.thrift.TOpenSessionResp;
import org.apache.hive.service.rpc.thrift.TOperationHandle;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TOperationType;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.hive.service.rpc.thrift.TSessionHandle;
import org.apache.hive.service.rpc.thrift.TTableSchema;
import org.apache.spark.package$;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The calls of the protocol. None throws: how it ended stands in each answer. */
final class HiveService extends RefusedCalls {
  private static final TProtocolVersion NEWEST = TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V10;
  private static final short LOG = 1;

  /** A driver fetches so many rows at a time unless it is told otherwise. */
  private static final String FETCH_SIZE = "hive.server2.thrift.resultset.default.fetch.size";

  private static final StructType LOGGED = new StructType().add("operation_log", "string");

  private final Sessions sessions;
  private final Connections connections;
  private final Metadata metadata;

  HiveService(Sessions sessions, Connections connections) {
    this.sessions = sessions;
    this.connections = connections;
    this.metadata = new Metadata(sessions.catalog());
  }

  /** Settings that come along are not looked at. */
  @Override
  public TOpenSessionResp OpenSession(TOpenSessionReq request) {
    TProtocolVersion asked = request.getClient_protocol();
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

  private ClientSession session(TSessionHandle sent) {
    return sessions.session(Handle.of(sent.getSessionId()));
  }

  private Sessions.Opened opened(TOperationHandle sent) {
    return sessions.operation(Handle.of(sent.getOperationId()));
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
              Operation operation =
                  sessions.start(
                      session,
                      () -> session.catalog().run(request.getStatement()),
                      request.getQueryTimeout());
              if (!request.isRunAsync()) {
                operation.ended().join();
                succeeded(session, operation);
              }
              response.setOperationHandle(
                  operation.handle().ofOperation(TOperationType.EXECUTE_STATEMENT));
            }));
    return response;
  }

  /** A result that failed is not kept for whoever gets no handle of it. */
  private static void succeeded(ClientSession session, Operation operation) throws Exception {
    Throwable fault = operation.fault();
    if (operation.state() != TOperationState.FINISHED_STATE) {
      session.remove(operation);
      throw fault instanceof Exception known
          ? known
          : new IllegalStateException("the statement is " + operation.state(), fault);
    }
  }

  private TOperationHandle told(
      TSessionHandle session, TOperationType type, Operation.Work question) throws Exception {
    ClientSession asking = session(session);
    Operation operation = sessions.here(asking, question);
    succeeded(asking, operation);
    return operation.handle().ofOperation(type);
  }

  @Override
  public TGetCatalogsResp GetCatalogs(TGetCatalogsReq request) {
    TGetCatalogsResp response = new TGetCatalogsResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_CATALOGS,
                        () -> Metadata.rows(Metadata.CATALOGS)))));
    return response;
  }

  @Override
  public TGetSchemasResp GetSchemas(TGetSchemasReq request) {
    TGetSchemasResp response = new TGetSchemasResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_SCHEMAS,
                        () -> metadata.schemas(request.getSchemaName())))));
    return response;
  }

  @Override
  public TGetTablesResp GetTables(TGetTablesReq request) {
    TGetTablesResp response = new TGetTablesResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_TABLES,
                        () ->
                            metadata.tables(
                                request.getSchemaName(),
                                request.getTableName(),
                                types(request))))));
    return response;
  }

  private static List<String> types(TGetTablesReq request) {
    return request.isSetTableTypes() ? request.getTableTypes() : List.of();
  }

  @Override
  public TGetTableTypesResp GetTableTypes(TGetTableTypesReq request) {
    TGetTableTypesResp response = new TGetTableTypesResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_TABLE_TYPES,
                        () -> metadata.tableTypes()))));
    return response;
  }

  @Override
  public TGetColumnsResp GetColumns(TGetColumnsReq request) {
    TGetColumnsResp response = new TGetColumnsResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_COLUMNS,
                        () ->
                            metadata.columns(
                                request.getSchemaName(),
                                request.getTableName(),
                                request.getColumnName())))));
    return response;
  }

  @Override
  public TGetTypeInfoResp GetTypeInfo(TGetTypeInfoReq request) {
    TGetTypeInfoResp response = new TGetTypeInfoResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_TYPE_INFO,
                        () -> metadata.types()))));
    return response;
  }

  @Override
  public TGetFunctionsResp GetFunctions(TGetFunctionsReq request) {
    TGetFunctionsResp response = new TGetFunctionsResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.GET_FUNCTIONS,
                        () ->
                            metadata.functions(
                                request.getSchemaName(), request.getFunctionName())))));
    return response;
  }

  @Override
  public TGetPrimaryKeysResp GetPrimaryKeys(TGetPrimaryKeysReq request) {
    TGetPrimaryKeysResp response = new TGetPrimaryKeysResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.UNKNOWN,
                        () -> Metadata.rows(Metadata.PRIMARY_KEYS)))));
    return response;
  }

  @Override
  public TGetCrossReferenceResp GetCrossReference(TGetCrossReferenceReq request) {
    TGetCrossReferenceResp response = new TGetCrossReferenceResp();
    response.setStatus(
        Statuses.of(
            () ->
                response.setOperationHandle(
                    told(
                        request.getSessionHandle(),
                        TOperationType.UNKNOWN,
                        () -> Metadata.rows(Metadata.CROSS_REFERENCES)))));
    return response;
  }

  @Override
  public TGetOperationStatusResp GetOperationStatus(TGetOperationStatusReq request) {
    TGetOperationStatusResp response = new TGetOperationStatusResp();
    response.setStatus(
        Statuses.of(
            () -> {
              Operation operation = opened(request.getOperationHandle()).operation();
              operation.awaitBriefly();
              response.setOperationState(operation.state());
              response.setHasResultSet(operation.state() == TOperationState.FINISHED_STATE);
              Throwable fault = operation.fault();
              if (fault != null) {
                response.setSqlState(Statuses.sqlState(fault));
                response.setErrorCode(1);
                response.setErrorMessage(Statuses.message(fault));
              }
            }));
    return response;
  }

  @Override
  public TCancelOperationResp CancelOperation(TCancelOperationReq request) {
    return new TCancelOperationResp(
        Statuses.of(
            () ->
                opened(request.getOperationHandle())
                    .operation()
                    .end(TOperationState.CANCELED_STATE)));
  }

  @Override
  public TCloseOperationResp CloseOperation(TCloseOperationReq request) {
    return new TCloseOperationResp(
        Statuses.of(
            () -> {
              Sessions.Opened closed = opened(request.getOperationHandle());
              closed.operation().end(TOperationState.CLOSED_STATE);
              closed.session().remove(closed.operation());
            }));
  }

  @Override
  public TGetResultSetMetadataResp GetResultSetMetadata(TGetResultSetMetadataReq request) {
    TGetResultSetMetadataResp response = new TGetResultSetMetadataResp();
    response.setStatus(
        Statuses.of(
            () -> {
              TTableSchema schema = new TTableSchema(new ArrayList<>());
              int at = 0;
              for (StructField field :
                  opened(request.getOperationHandle()).operation().schema().fields()) {
                at++;
                schema.addToColumns(
                    new TColumnDesc(field.name(), HiveType.described(field.dataType()), at));
              }
              response.setSchema(schema);
            }));
    return response;
  }

  /** Of a log there is nothing. */
  @Override
  public TFetchResultsResp FetchResults(TFetchResultsReq request) {
    TFetchResultsResp response = new TFetchResultsResp();
    response.setHasMoreRows(false);
    response.setStatus(
        Statuses.of(
            () -> {
              Sessions.Opened opened = opened(request.getOperationHandle());
              TProtocolVersion version = opened.session().version();
              if (request.getFetchType() == LOG) {
                response.setResults(RowSets.of(LOGGED, List.of(), 0, version));
                return;
              }
              boolean again = request.getOrientation() == TFetchOrientation.FETCH_FIRST;
              if (again && opened.operation().isBegun()) {
                throw new UnsupportedOperationException("rows are read once: ask again");
              }
              response.setResults(
                  opened
                      .operation()
                      .fetch(sessions.rows(request.getMaxRows()), sessions.bytes(), version));
            }));
    return response;
  }

  @Override
  public TGetQueryIdResp GetQueryId(TGetQueryIdReq request) {
    return new TGetQueryIdResp(Handle.of(request.getOperationHandle().getOperationId()).id() + "");
  }
}
