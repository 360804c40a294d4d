package dev.varve.jobs.serve;

import dev.varve.jobs.serve.hive.HiveType;
import dev.varve.jobs.serve.hive.RowSets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hive.service.rpc.thrift.TCancelOperationReq;
import org.apache.hive.service.rpc.thrift.TCancelOperationResp;
import org.apache.hive.service.rpc.thrift.TCloseOperationReq;
import org.apache.hive.service.rpc.thrift.TCloseOperationResp;
import org.apache.hive.service.rpc.thrift.TColumnDesc;
import org.apache.hive.service.rpc.thrift.TFetchOrientation;
import org.apache.hive.service.rpc.thrift.TFetchResultsReq;
import org.apache.hive.service.rpc.thrift.TFetchResultsResp;
import org.apache.hive.service.rpc.thrift.TGetOperationStatusReq;
import org.apache.hive.service.rpc.thrift.TGetOperationStatusResp;
import org.apache.hive.service.rpc.thrift.TGetQueryIdReq;
import org.apache.hive.service.rpc.thrift.TGetQueryIdResp;
import org.apache.hive.service.rpc.thrift.TGetResultSetMetadataReq;
import org.apache.hive.service.rpc.thrift.TGetResultSetMetadataResp;
import org.apache.hive.service.rpc.thrift.TOperationHandle;
import org.apache.hive.service.rpc.thrift.TOperationState;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.hive.service.rpc.thrift.TTableSchema;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Calls about results that a client has opened. */
abstract class ResultCalls extends RefusedCalls {
  private static final short LOG = 1;
  private static final StructType LOGGED = new StructType().add("operation_log", "string");

  private final ClientSessions sessions;

  ResultCalls(ClientSessions sessions) {
    this.sessions = sessions;
  }

  private ClientSessions.Opened opened(TOperationHandle sent) {
    return sessions.operation(Handle.of(sent.getOperationId()));
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
              ClientSessions.Opened closed = opened(request.getOperationHandle());
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

  /** Fetches rows; a log is always empty. */
  @Override
  public TFetchResultsResp FetchResults(TFetchResultsReq request) {
    TFetchResultsResp response = new TFetchResultsResp();
    response.setHasMoreRows(false);
    response.setStatus(
        Statuses.of(
            () -> {
              ClientSessions.Opened opened = opened(request.getOperationHandle());
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
