package dev.varve.jobs.store.registry;

import java.io.IOException;

/** The accounts at a host that this user has, by the repository. */
record Credentials(CredentialFiles files, HostName host) {
  /**
   * The account for a repository: of the longest name in the files that it begins with.
   *
   * @return {@link Account#NONE} where there is none
   */
  Account of(String repository) throws IOException {
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
