package dev.varve.jobs.serve;

import org.apache.hive.service.rpc.thrift.TCLIService;
import org.apache.hive.service.rpc.thrift.TCancelDelegationTokenReq;
import org.apache.hive.service.rpc.thrift.TCancelDelegationTokenResp;
import org.apache.hive.service.rpc.thrift.TDownloadDataReq;
import org.apache.hive.service.rpc.thrift.TDownloadDataResp;
import org.apache.hive.service.rpc.thrift.TGetDelegationTokenReq;
import org.apache.hive.service.rpc.thrift.TGetDelegationTokenResp;
import org.apache.hive.service.rpc.thrift.TRenewDelegationTokenReq;
import org.apache.hive.service.rpc.thrift.TRenewDelegationTokenResp;
import org.apache.hive.service.rpc.thrift.TSetClientInfoReq;
import org.apache.hive.service.rpc.thrift.TSetClientInfoResp;
import org.apache.hive.service.rpc.thrift.TUploadDataReq;
import org.apache.hive.service.rpc.thrift.TUploadDataResp;
import org.apache.thrift.TException;

/** Calls of the protocol that are for writers and for Kerberos, and one that needs nothing. */
abstract class RefusedCalls implements TCLIService.Iface {
  private static final String TOKENS = "a delegation token";
  private static final String DATA = "no data is moved here";

  @Override
  public TGetDelegationTokenResp GetDelegationToken(TGetDelegationTokenReq request) {
    return new TGetDelegationTokenResp(Statuses.refused(TOKENS));
  }

  @Override
  public TCancelDelegationTokenResp CancelDelegationToken(TCancelDelegationTokenReq request) {
    return new TCancelDelegationTokenResp(Statuses.refused(TOKENS));
  }

  @Override
  public TRenewDelegationTokenResp RenewDelegationToken(TRenewDelegationTokenReq request) {
    return new TRenewDelegationTokenResp(Statuses.refused(TOKENS));
  }

  @Override
  public TUploadDataResp UploadData(TUploadDataReq request) throws TException {
    throw new TException(DATA);
  }

  @Override
  public TDownloadDataResp DownloadData(TDownloadDataReq request) throws TException {
    throw new TException(DATA);
  }

  /** Who a client says it is matters to nobody. */
  @Override
  public TSetClientInfoResp SetClientInfo(TSetClientInfoReq request) {
    return new TSetClientInfoResp(Statuses.of(() -> {}));
  }
}
