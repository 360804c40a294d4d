package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lists of a registry's API, which come in pages of a size that the host chooses: some that are
 * given one cut the list there, and say nothing of the rest.
 */
final class ListPages {
  private static final int MOST_TRIES = 5;
  private static final int MOST_PAGE_BYTES = 16 << 20;
  private static final int MOST_ENTRIES = 10_000_000;

  /** Beyond these pages each has to bring some entries, or the list would never end. */
  private static final int MOST_SMALL_PAGES = 1000;

  private static final int ENTRIES_OF_A_PAGE = 10;

  private static final Pattern NEXT =
      Pattern.compile("<([^>]*)>\\s*;[^,]*\\brel\\s*=\\s*\"?next\\b");

  /**
   * What a list has.
   *
   * @param list its field in the document
   * @param field of each entry; empty where entries are texts
   * @param form of a valid one
   */
  private record Entry(String list, String field, Pattern form) {}

  private static final Entry REPOSITORIES =
      new Entry("repositories", "", Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._/-]{0,254}"));

  private static final Entry TAGS =
      new Entry("tags", "", Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}"));

  private static final Entry REFERRERS =
      new Entry("manifests", "digest", Pattern.compile("[a-z0-9]+:[0-9a-f]{32,128}"));

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ListPages() {}

  /**
   * Names of all repositories.
   *
   * @throws MalformedBlobException when the host lists none, or not for this user
   */
  static List<String> repositories(RegistryHost host) throws IOException {
    String why = "no list";
    try {
      Optional<List<String>> all = entries(host, "", "_catalog", REPOSITORIES);
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
  static List<String> tags(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    return entries(host, repository, repository + "/tags/list", TAGS)
        .orElseThrow(
            () -> new MalformedBlobException(RejectReason.ABSENT, "no such repository there"));
  }

  /** Digests of what refers to a manifest; none where the host has no such list. */
  static List<String> referrers(RegistryHost host, Place place) throws IOException {
    if (host.lacksReferrers()) {
      return List.of();
    }
    String repository = host.name().repository(place.repository());
    Optional<List<String>> all = entries(host, repository, place.path(host), REFERRERS);
    if (all.isEmpty()) {
      host.withoutReferrers();
    }
    return all.orElse(List.of());
  }

  /** The entries of all pages; empty where there is no such list. */
  private static Optional<List<String>> entries(
      RegistryHost host, String repository, String first, Entry entry) throws IOException {
    Set<String> entries = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    String path = first;
    while (!path.isEmpty() && seen.add(path)) {
      Page page = page(host, Request.get(repository, path));
      if (page == null) {
        if (seen.size() > 1) {
          throw fault(path, "is gone");
        }
        return Optional.empty();
      }
      for (JsonNode one : page.root().path(entry.list())) {
        String name = (entry.field().isEmpty() ? one : one.path(entry.field())).asText();
        if (!entry.form().matcher(name).matches()) {
          throw fault(path, "has an invalid entry: " + name);
        }
        entries.add(name);
      }
      path = next(path, page.link());
      if (entries.size() > MOST_ENTRIES) {
        throw new MalformedBlobException(
            RejectReason.LIMIT, "/v2/" + first + " has more than " + MOST_ENTRIES + " entries");
      }
      if (seen.size() > MOST_SMALL_PAGES + entries.size() / ENTRIES_OF_A_PAGE) {
        throw new MalformedBlobException(
            RejectReason.LIMIT,
            "/v2/%s has %d pages with only %d entries"
                .formatted(first, seen.size(), entries.size()));
      }
    }
    return Optional.of(List.copyOf(entries));
  }

  private static boolean isAbsent(int status) {
    return status == HttpURLConnection.HTTP_NOT_FOUND
        || status == HttpURLConnection.HTTP_BAD_METHOD
        || status == HttpURLConnection.HTTP_BAD_REQUEST
        || status == HttpURLConnection.HTTP_NOT_IMPLEMENTED;
  }

  private record Page(JsonNode root, @Nullable String link) {}

  /** A page, or null where the host has none of the kind; one that breaks is requested again. */
  private static @Nullable Page page(RegistryHost host, Request request) throws IOException {
    for (int tries = 1; ; tries++) {
      try (Answer answer = host.send(request)) {
        if (isAbsent(answer.status())) {
          return null;
        }
        if (!answer.isOk()) {
          throw fault(request.path(), "is answered with " + answer.words());
        }
        byte[] bytes = bytes(answer);
        if (answer.bytes() < 0 || answer.bytes() == bytes.length) {
          return new Page(parsed(bytes, request.path()), answer.header("Link"));
        }
        answer.abort();
        if (tries == MOST_TRIES) {
          throw fault(request.path(), "breaks off at each of " + MOST_TRIES + " tries");
        }
      }
    }
  }

  private static byte[] bytes(Answer answer) throws IOException {
    try (InputStream body = answer.body()) {
      return body.readNBytes(MOST_PAGE_BYTES);
    } catch (SocketException e) {
      return new byte[0]; // cut while it was read: shorter than announced
    }
  }

  private static JsonNode parsed(byte[] bytes, String path) throws MalformedBlobException {
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
