package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import java.io.IOException;

/**
 * This user's accounts at a host, by repository. Credential files are read anew at every challenge
 * of the host, because they may be renewed during a run.
 */
record Credentials(RegistryAccess access, ByteStore store, HostName host) {
  /**
   * The account for a repository: that of the longest name in the credential files that is a prefix
   * of the repository's name.
   *
   * @return {@link Account#NONE} where there is none
   */
  Account of(String repository) throws IOException {
    CredentialFiles files = CredentialFiles.of(access, store);
    String path = repository;
    while (!path.isEmpty()) {
      Account account = files.of(host.name() + "/" + path);
      if (!account.isNone()) {
        return account;
      }
      path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
    for (String name : host.accounts()) {
      Account account = files.of(name);
      if (!account.isNone()) {
        return account;
      }
    }
    return Account.NONE;
  }
}
