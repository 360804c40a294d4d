package dev.varve.jobs.serve;

import dev.varve.jobs.serve.hive.Metadata;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hive.service.rpc.thrift.TGetCatalogsReq;
import org.apache.hive.service.rpc.thrift.TGetCatalogsResp;
import org.apache.hive.service.rpc.thrift.TGetColumnsReq;
import org.apache.hive.service.rpc.thrift.TGetColumnsResp;
import org.apache.hive.service.rpc.thrift.TGetCrossReferenceReq;
import org.apache.hive.service.rpc.thrift.TGetCrossReferenceResp;
import org.apache.hive.service.rpc.thrift.TGetFunctionsReq;
import org.apache.hive.service.rpc.thrift.TGetFunctionsResp;
import org.apache.hive.service.rpc.thrift.TGetPrimaryKeysReq;
import org.apache.hive.service.rpc.thrift.TGetPrimaryKeysResp;
import org.apache.hive.service.rpc.thrift.TGetSchemasReq;
import org.apache.hive.service.rpc.thrift.TGetSchemasResp;
import org.apache.hive.service.rpc.thrift.TGetTableTypesReq;
import org.apache.hive.service.rpc.thrift.TGetTableTypesResp;
import org.apache.hive.service.rpc.thrift.TGetTablesReq;
import org.apache.hive.service.rpc.thrift.TGetTablesResp;
import org.apache.hive.service.rpc.thrift.TGetTypeInfoReq;
import org.apache.hive.service.rpc.thrift.TGetTypeInfoResp;
import org.apache.hive.service.rpc.thrift.TOperationHandle;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TOperationType;
import org.apache.hive.service.rpc.thrift.TSessionHandle;
import org.apache.hive.service.rpc.thrift.TStatus;

/** Calls about the catalogue: each opens a result, which is there immediately. */
abstract class CatalogCalls extends ResultCalls {
  private final ClientSessions sessions;
  private final Metadata metadata;

  CatalogCalls(ClientSessions sessions) {
    super(sessions);
    this.sessions = sessions;
    this.metadata = new Metadata(sessions.catalog());
  }

  ClientSession session(TSessionHandle sent) {
    return sessions.session(Handle.of(sent.getSessionId()));
  }

  /** A result that failed is not kept for a client without its handle. */
  static void succeeded(ClientSession session, Operation operation) throws Exception {
    Throwable fault = operation.fault();
    if (operation.state() != TOperationState.FINISHED_STATE) {
      session.remove(operation);
      throw fault instanceof Exception known
          ? known
          : new IllegalStateException("the statement is " + operation.state(), fault);
    }
  }

  /** How a question about the catalogue ended; its result goes into the response. */
  private TStatus asked(
      TSessionHandle sent,
      TOperationType type,
      Operation.Work question,
      Consumer<TOperationHandle> response) {
    return Statuses.of(
        () -> {
          ClientSession session = session(sent);
          Operation operation = sessions.here(session, question);
          succeeded(session, operation);
          response.accept(operation.handle().ofOperation(type));
        });
  }

  @Override
  public TGetCatalogsResp GetCatalogs(TGetCatalogsReq request) {
    TGetCatalogsResp response = new TGetCatalogsResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_CATALOGS,
            metadata::catalogs,
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetSchemasResp GetSchemas(TGetSchemasReq request) {
    TGetSchemasResp response = new TGetSchemasResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_SCHEMAS,
            () -> metadata.schemas(request.getSchemaName()),
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetTablesResp GetTables(TGetTablesReq request) {
    TGetTablesResp response = new TGetTablesResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_TABLES,
            () -> metadata.tables(request.getSchemaName(), request.getTableName(), types(request)),
            response::setOperationHandle));
    return response;
  }

  private static List<String> types(TGetTablesReq request) {
    return request.isSetTableTypes() ? request.getTableTypes() : List.of();
  }

  @Override
  public TGetTableTypesResp GetTableTypes(TGetTableTypesReq request) {
    TGetTableTypesResp response = new TGetTableTypesResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_TABLE_TYPES,
            metadata::tableTypes,
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetColumnsResp GetColumns(TGetColumnsReq request) {
    TGetColumnsResp response = new TGetColumnsResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_COLUMNS,
            () ->
                metadata.columns(
                    request.getSchemaName(), request.getTableName(), request.getColumnName()),
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetTypeInfoResp GetTypeInfo(TGetTypeInfoReq request) {
    TGetTypeInfoResp response = new TGetTypeInfoResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_TYPE_INFO,
            metadata::types,
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetFunctionsResp GetFunctions(TGetFunctionsReq request) {
    TGetFunctionsResp response = new TGetFunctionsResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.GET_FUNCTIONS,
            () -> metadata.functions(request.getSchemaName(), request.getFunctionName()),
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetPrimaryKeysResp GetPrimaryKeys(TGetPrimaryKeysReq request) {
    TGetPrimaryKeysResp response = new TGetPrimaryKeysResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.UNKNOWN,
            metadata::primaryKeys,
            response::setOperationHandle));
    return response;
  }

  @Override
  public TGetCrossReferenceResp GetCrossReference(TGetCrossReferenceReq request) {
    TGetCrossReferenceResp response = new TGetCrossReferenceResp();
    response.setStatus(
        asked(
            request.getSessionHandle(),
            TOperationType.UNKNOWN,
            metadata::crossReferences,
            response::setOperationHandle));
    return response;
  }
}
