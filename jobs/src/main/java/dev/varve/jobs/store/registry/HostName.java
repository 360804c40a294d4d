package dev.varve.jobs.store.registry;

import dev.varve.input.source.ImageName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The name of a registry's host.
 *
 * @param name host with the port, if one is given
 * @param api host of the API, which differs from the name for Docker Hub
 * @param accounts names under which credential files may list the account, best first
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

  /** The repository's name in the API: on Docker Hub, official images are in {@code library/}. */
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
      return false; // an unknown name: the first request reports it
    }
  }
}
