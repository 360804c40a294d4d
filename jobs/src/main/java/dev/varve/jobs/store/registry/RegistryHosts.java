package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The hosts that this process has contacted, so that tasks share connections, tokens and waits. */
record RegistryHosts(RegistryAccess access, ByteStore files) {
  private static final Map<String, RegistryHost> HOSTS = new ConcurrentHashMap<>();

  /** The client of a host, created at the first request for its name. */
  RegistryHost of(String name) throws IOException {
    String key = name + " " + access;
    RegistryHost host = HOSTS.get(key);
    if (host == null) {
      HostName hostName = HostName.of(name);
      Credentials credentials = new Credentials(access, files, hostName);
      Certificates certificates = Certificates.of(access, files, Certificates.FOLDERS, name);
      host = new RegistryHost(hostName, access, credentials, certificates);
      RegistryHost earlier = HOSTS.putIfAbsent(key, host);
      host = earlier == null ? host : earlier;
    }
    return host;
  }
}
