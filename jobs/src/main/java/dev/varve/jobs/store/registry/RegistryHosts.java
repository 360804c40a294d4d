package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The hosts that this process has contacted, so that tasks share connections, tokens and waits. */
record RegistryHosts(RegistryAccess access, ByteStore files) {
  private static final Map<String, RegistryHost> KNOWN = new ConcurrentHashMap<>();

  /** The client of a host, created at the first request for its name. */
  RegistryHost of(String name) throws IOException {
    String key = name + " " + access;
    RegistryHost known = KNOWN.get(key);
    if (known == null) {
      HostName host = HostName.of(name);
      Credentials credentials = new Credentials(access, files, host);
      Certificates certificates = Certificates.of(access, files, Certificates.FOLDERS, name);
      known = new RegistryHost(host, access, credentials, certificates);
      RegistryHost earlier = KNOWN.putIfAbsent(key, known);
      known = earlier == null ? known : earlier;
    }
    return known;
  }
}
