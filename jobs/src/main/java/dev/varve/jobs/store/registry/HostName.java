package dev.varve.jobs.store.registry;

import dev.varve.input.source.ImageName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The name of a registry's host.
 *
 * @param name with its port, if one is named
 * @param api host of the API; Docker Hub's is another
 * @param accounts names under which files of credentials may have the account, best first
 */
record HostName(String name, String api, List<String> accounts) {
  static HostName of(String name) {
    return ImageName.isDockerHub(name)
        ? new HostName(
            name,
            "registry-1.docker.io",
            List.of("docker.io", "https://index.docker.io/v1/", "index.docker.io"))
        : new HostName(name, name, List.of(name));
  }

  /** The repository as the API has it: Docker Hub's own ones are in {@code library}. */
  String repository(String repository) {
    boolean isOfficial = ImageName.isDockerHub(name) && repository.indexOf('/') < 0;
    return isOfficial && !repository.isEmpty() ? "library/" + repository : repository;
  }

  /** Whether the host is this machine. */
  boolean isLoopback() {
    String host = name.replaceFirst(":\\d+$", "");
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // the first request says so
    }
  }
}
