package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import java.io.IOException;

/**
 * The accounts at a host that this user has, by the repository. Files of credentials are read
 * whenever the host wants them: they may be renewed while a run is under way.
 */
record Credentials(RegistryAccess access, ByteStore store, HostName host) {
  /**
   * The account for a repository: of the longest name in the files that it begins with.
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
