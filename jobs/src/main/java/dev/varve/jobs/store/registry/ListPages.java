package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lists of a registry's API, which come page by page. */
final class ListPages {
  private static final int PAGE = 1000;
  private static final int MOST_PAGE_BYTES = 16 << 20;
  private static final int MOST_ENTRIES = 10_000_000;

  private static final Pattern NEXT =
      Pattern.compile("<([^>]*)>\\s*;[^,]*\\brel\\s*=\\s*\"?next\\b");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ListPages() {}

  /**
   * Names of all repositories.
   *
   * @throws MalformedBlobException when the host lists none, or not for this user
   */
  static List<JsonNode> repositories(RegistryHost host) throws IOException {
    String why = "no list";
    try {
      Optional<List<JsonNode>> all = entries(host, "", "_catalog?n=" + PAGE, "repositories");
      if (all.isPresent()) {
        return all.get();
      }
    } catch (MalformedBlobException e) {
      why = e.explanation();
    }
    String name = host.name().name();
    throw new MalformedBlobException(
        RejectReason.UNSUPPORTED,
        "%s does not list its repositories (%s): name them, docker://%s/REPOSITORY"
            .formatted(name, why, name));
  }

  /** Whether there is such a repository. */
  static boolean hasTags(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    try (Answer answer = host.send(Request.get(repository, repository + "/tags/list?n=1"))) {
      return answer.isOk();
    }
  }

  /** The tags of a repository. */
  static List<JsonNode> tags(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    return entries(host, repository, repository + "/tags/list?n=" + PAGE, "tags")
        .orElseThrow(
            () -> new MalformedBlobException(RejectReason.ABSENT, "no such repository there"));
  }

  /** Descriptors of what refers to a manifest; none where the host has no such list. */
  static List<JsonNode> referrers(RegistryHost host, Place place) throws IOException {
    if (host.lacksReferrers()) {
      return List.of();
    }
    String repository = host.name().repository(place.repository());
    Optional<List<JsonNode>> all = entries(host, repository, place.path(host), "manifests");
    if (all.isEmpty()) {
      host.withoutReferrers();
    }
    return all.orElse(List.of());
  }

  /** The entries of all pages; empty where there is no such list. */
  private static Optional<List<JsonNode>> entries(
      RegistryHost host, String repository, String first, String field) throws IOException {
    List<JsonNode> entries = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    String path = first;
    while (!path.isEmpty() && seen.add(path)) {
      try (Answer answer = host.send(Request.get(repository, path))) {
        if (!answer.isOk()) {
          if (seen.size() > 1 || !isAbsent(answer.status())) {
            throw fault(path, "is answered with " + answer.words());
          }
          return Optional.empty();
        }
        page(answer, path).path(field).forEach(entries::add);
        path = next(path, answer.header("Link"));
      }
      if (entries.size() > MOST_ENTRIES) {
        throw new MalformedBlobException(
            RejectReason.LIMIT, "/v2/" + first + " has more than " + MOST_ENTRIES + " entries");
      }
    }
    return Optional.of(entries);
  }

  private static boolean isAbsent(int status) {
    return status == HttpURLConnection.HTTP_NOT_FOUND
        || status == HttpURLConnection.HTTP_BAD_METHOD
        || status == HttpURLConnection.HTTP_BAD_REQUEST
        || status == HttpURLConnection.HTTP_NOT_IMPLEMENTED;
  }

  private static JsonNode page(Answer answer, String path) throws IOException {
    byte[] bytes;
    try (InputStream body = answer.body()) {
      bytes = body.readNBytes(MOST_PAGE_BYTES);
    }
    try {
      return MAPPER.readTree(bytes);
    } catch (IOException e) {
      throw fault(path, "is no JSON, or longer than " + MOST_PAGE_BYTES + " bytes");
    }
  }

  private static MalformedBlobException fault(String path, String what) {
    return new MalformedBlobException(RejectReason.CORRUPT, "the list /v2/" + path + " " + what);
  }

  /**
   * The path of the next page, which a host gives with or without its own name; empty of the last.
   */
  private static String next(String path, @Nullable String link) throws MalformedBlobException {
    Matcher matcher = NEXT.matcher(link == null ? "" : link);
    if (!matcher.find()) {
      return "";
    }
    String target = matcher.group(1);
    String list = path.replaceFirst("[?].*", "");
    int query = target.indexOf('?');
    if (query < 0 || !target.substring(0, query).endsWith("/v2/" + list)) {
      throw fault(path, "names a next page elsewhere: " + target);
    }
    return list + target.substring(query);
  }
}
