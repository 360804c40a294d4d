package dev.varve.jobs.store.registry;

import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.store.Store;
import java.io.Serializable;
import java.util.List;

/**
 * Settings by which registries are reached. It has no secrets, so that it can travel to other
 * machines: each reads the file of credentials itself.
 *
 * @param authFile location of credentials in the form of docker's config.json; empty for those of
 *     this user
 * @param caFile location of further certificates of authorities, PEM; empty for none
 * @param plainHttp hosts, with their ports, that may be spoken to without TLS; those on this
 *     machine always may
 * @param connections most requests in parallel to a host, from one process
 * @param timeoutSeconds after which a host that sends nothing is taken for silent
 * @param limitSeconds how long one request waits in all for a host that limits requests
 * @param budgetBytes of all bodies that one host may send to one process
 * @param budgetAnswers of any status, of one host
 * @param budgetHours since the first request to a host
 */
public record RegistryAccess(
    String authFile,
    String caFile,
    @MayBeEmpty List<String> plainHttp,
    @Range(low = 1, high = 1000) int connections,
    @Range(low = 1, high = 100_000) int timeoutSeconds,
    int limitSeconds,
    long budgetBytes,
    long budgetAnswers,
    @Range(low = 1, high = 100_000) int budgetHours)
    implements Serializable {

  /** A store of registries, and of files. */
  public InputStore store(Store files) {
    return new InputStore(files, new RegistryStore(new RegistryHosts(this, files)));
  }
}
