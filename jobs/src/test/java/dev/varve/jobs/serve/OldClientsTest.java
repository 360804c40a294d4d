package dev.varve.jobs.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import java.util.List;
import org.apache.hive.service.rpc.thrift.TCLIService;
import org.apache.hive.service.rpc.thrift.TColumnValue;
import org.apache.hive.service.rpc.thrift.TExecuteStatementReq;
import org.apache.hive.service.rpc.thrift.TFetchOrientation;
import org.apache.hive.service.rpc.thrift.TFetchResultsReq;
import org.apache.hive.service.rpc.thrift.TFetchResultsResp;
import org.apache.hive.service.rpc.thrift.THandleIdentifier;
import org.apache.hive.service.rpc.thrift.TOpenSessionReq;
import org.apache.hive.service.rpc.thrift.TOpenSessionResp;
import org.apache.hive.service.rpc.thrift.TOperationHandle;
import org.apache.hive.service.rpc.thrift.TProtocolVersion;
import org.apache.hive.service.rpc.thrift.TRow;
import org.apache.hive.service.rpc.thrift.TStatusCode;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls as they go over the wire, of clients before columns and of clients that guess. */
@Tag("thorough")
class OldClientsTest {
  @Test
  void rowsAreSentAsRowsBeforeVersion6() throws Exception {
    try (Served served = new Served(SmallWorld.ingested());
        TSocket socket = new TSocket("127.0.0.1", served.port())) {
      socket.open();
      TCLIService.Client client = new TCLIService.Client(new TBinaryProtocol(socket));
      TOpenSessionReq open = new TOpenSessionReq();
      open.setClient_protocol(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V5);
      TOpenSessionResp session = client.OpenSession(open);
      assertThat(session.getServerProtocolVersion())
          .isEqualTo(TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V5);
      TOperationHandle result =
          client.ExecuteStatement(
                  new TExecuteStatementReq(
                      session.getSessionHandle(),
                      "SELECT int(id), CAST(NULL AS BIGINT), 'x', X'80ff', 1.50BD, id > 0"
                          + " FROM range(0, 3, 1, 1)"))
              .getOperationHandle();
      TFetchResultsReq two = new TFetchResultsReq(result, TFetchOrientation.FETCH_NEXT, 2);
      TFetchResultsResp first = client.FetchResults(two);
      List<TRow> rows = first.getResults().getRows();
      assertThat(rows).hasSize(2);
      List<TColumnValue> values = rows.get(1).getColVals();
      assertThat(values.get(0).getI32Val().getValue()).isEqualTo(1);
      assertThat(values.get(1).getI64Val().isSetValue()).isFalse();
      assertThat(values.get(2).getStringVal().getValue()).isEqualTo("x");
      assertThat(values.get(3).getStringVal().getValue()).isEqualTo("\u0080\u00ff");
      assertThat(values.get(4).getStringVal().getValue()).isEqualTo("1.50");
      assertThat(values.get(5).getBoolVal().isValue()).isTrue();
      assertThat(client.FetchResults(two).getResults().getRows()).hasSize(1);
      assertThat(client.FetchResults(two).getResults().getRows()).isEmpty();

      THandleIdentifier guessed = new THandleIdentifier(result.getOperationId());
      guessed.setSecret(new byte[16]);
      two.setOperationHandle(new TOperationHandle(guessed, result.getOperationType(), true));
      assertThat(client.FetchResults(two).getStatus().getStatusCode())
          .isEqualTo(TStatusCode.INVALID_HANDLE_STATUS);
    }
  }
}
