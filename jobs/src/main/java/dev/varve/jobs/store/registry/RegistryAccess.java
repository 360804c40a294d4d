package dev.varve.jobs.store.registry;

import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.store.Store;
import java.io.Serializable;
import java.util.List;

/**
 * Settings of the access to registries. They contain no secrets, so that they can be sent to other
 * machines of a cluster; each machine reads the credential files itself.
 *
 * @param authFile location of a credential file in the form of docker's config.json; empty for the
 *     files of this user
 * @param caFile location of further certificates of authorities in PEM; empty for none
 * @param plainHttp hosts, with their ports, that may be contacted without TLS; hosts on this
 *     machine always may
 * @param connections most requests in parallel to a host, from one process
 * @param timeoutSeconds time without any byte after which a request fails
 * @param limitSeconds longest total wait of one request for a host that limits requests
 * @param budgetBytes most bytes of all bodies that one host may send to one process
 * @param budgetAnswers most responses of one host, of any status
 * @param budgetHours most hours since the first request to a host
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

  /** A store of inputs that reads files from {@code files} and registries by these settings. */
  public InputStore store(Store files) {
    return new InputStore(files, new RegistryStore(new RegistryHosts(this, files)));
  }
}
