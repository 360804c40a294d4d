package dev.varve.simulation.request;

import java.io.Serializable;

/**
 * Behaviour of synthetic clients. Published, of seven registries: the top 1 % of layers take 42 %
 * (Dallas) to 59 % (Sydney) of the requests for layers. And 73 to 96 % of GET manifests are not
 * followed by a GET of a layer.
 *
 * @see <a href="https://www.usenix.org/conference/fast18/presentation/anwar">Anwar et al. (FAST
 *     2018)</a>
 * @param sessions GET manifests in all; they start at random moments, independent of one another
 * @param sessionsASecond how many on average
 * @param clients at least 1, all equally busy
 * @param pullRatio probability that a session, after a client's first, goes on with the layers of
 *     an image that the client does not have. As it may have all, no less than the rest is not
 *     followed
 * @param freshRatio probability that a client has lost all its layers when it pulls, as machines
 *     behind an address come and go
 * @param topRatio share of the layers that are the top, such as .01
 * @param topRequestRatio share of the requests for layers that they take, such as .42
 * @param pushRatio share of the images that are pushed right before their first session, layers
 *     first, those alone that were not pushed before
 * @param mostThinkMicros cap of the time that clients think
 */
public record SessionSettings(
    long sessions,
    double sessionsASecond,
    int clients,
    double pullRatio,
    double freshRatio,
    double topRatio,
    double topRequestRatio,
    double pushRatio,
    long mostThinkMicros)
    implements Serializable {

  /** Checks the ranges. */
  public SessionSettings {
    if (sessions < 0 || !(sessionsASecond > 0) || clients < 1 || mostThinkMicros < 0) {
      throw new IllegalArgumentException(
          "%d sessions, %s a second, of %d clients that think for at most %d µs"
              .formatted(sessions, sessionsASecond, clients, mostThinkMicros));
    }
    checkRatio("pull", pullRatio);
    checkRatio("fresh", freshRatio);
    checkRatio("top", topRatio);
    checkRatio("top request", topRequestRatio);
    checkRatio("push", pushRatio);
  }

  private static void checkRatio(String name, double ratio) {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException(name + " ratio " + ratio);
    }
  }
}
