package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.input.source.RegistryInput;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lists of a registry's API page by page. No page size is requested, because some hosts
 * then end the list after one page without a link to the next.
 */
final class ListPages {
  private static final int MAX_TRIES = 5;
  private static final int MAX_ENTRIES = 10_000_000;

  /** Most letters of all names of a list, because the list is held in memory. */
  private static final long MAX_CHARS = 128 << 20;

  /**
   * Most letters of the addresses of all pages of a list. They are held in memory to detect a
   * cycle; the limit allows 100 letters for every 60 entries.
   */
  private static final long MAX_ADDRESS_CHARS = 16 << 20;

  /** Letters to which names are cut. No valid name is as long, so a cut name stays invalid. */
  private static final int MAX_NAME_CHARS = 300;

  /** Most invalid names of a list, because each becomes a rejection. */
  private static final int MAX_INVALID_NAMES = 1000;

  /**
   * Number of pages after which pages must bring {@link #ENTRIES_OF_A_PAGE} entries on average, so
   * that an endless list of near-empty pages is refused.
   */
  private static final int MAX_SMALL_PAGES = 1000;

  private static final int ENTRIES_OF_A_PAGE = 10;

  /**
   * Fields of a list.
   *
   * @param list name of the JSON field that has the list
   * @param field name of the field of an entry that has its name; empty if entries are strings
   * @param isValid whether a name is valid
   */
  private record ListForm(String list, String field, Predicate<String> isValid) {}

  private static final ListForm REPOSITORIES =
      new ListForm("repositories", "", RegistryInput::isRepository);

  private static final ListForm TAGS = new ListForm("tags", "", RegistryInput::isTag);

  private static final ListForm REFERRERS =
      new ListForm("manifests", "digest", text -> text.matches("[a-z0-9]+:[0-9a-f]{32,128}"));

  /**
   * The names in a list.
   *
   * @param valid valid names, which are safe as part of a path
   * @param invalid invalid names, which may be any text, cut to {@link #MAX_NAME_CHARS}
   */
  record Names(Set<String> valid, Set<String> invalid) {
    private static final Names NO_LIST = new Names(Set.of(), Set.of());

    /** Adds a name; returns the number of letters that it adds to memory. */
    private int add(String name, ListForm form) {
      String cut = name.substring(0, Math.min(name.length(), MAX_NAME_CHARS));
      return (form.isValid().test(cut) ? valid : invalid).add(cut) ? cut.length() : 0;
    }

    private int count() {
      return valid.size() + invalid.size();
    }
  }

  private ListPages() {}

  /**
   * Names of all repositories.
   *
   * @throws MalformedBlobException when the host does not list repositories, or not for this user
   */
  static Names repositories(RegistryHost host) throws IOException {
    String why = "no list";
    try {
      Optional<Names> all = entries(host, "", "_catalog", REPOSITORIES);
      if (all.isPresent()) {
        return all.get();
      }
    } catch (MalformedBlobException e) {
      why = e.explanation();
    }
    throw new MalformedBlobException(
        RejectReason.UNSUPPORTED,
        "%1$s does not list its repositories (%2$s): name them, docker://%1$s/REPOSITORY"
            .formatted(host.name().name(), why));
  }

  /** Whether the host has the repository, that is, lists its tags. */
  static boolean hasTags(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    try (HttpAnswer answer = host.send(ApiRequest.get(repository, repository + "/tags/list?n=1"))) {
      if (!answer.isOk() && answer.status() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw fault(repository + "/tags/list", "is answered with " + answer.statusText());
      }
      return answer.isOk();
    }
  }

  /**
   * The tags of a repository; none where the host lists the repository, but reports then that it
   * does not exist.
   */
  static Names tags(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    return entries(host, repository, repository + "/tags/list", TAGS).orElse(Names.NO_LIST);
  }

  /**
   * Digests of the artifacts that refer to a manifest.
   *
   * @throws FileNotFoundException when the host does not support this list in this repository; one
   *     such answer is enough for all manifests of the repository
   */
  static Names referrers(RegistryHost host, Place place) throws IOException {
    String repository = host.name().repository(place.repository());
    if (!host.lacksReferrers(repository)) {
      Optional<Names> all = entries(host, repository, place.path(host), REFERRERS);
      if (all.isPresent()) {
        return all.get();
      }
      host.noteNoReferrers(repository);
    }
    throw new FileNotFoundException("no list of referrers in " + place.repositoryRoot());
  }

  /** The names on all pages; empty if the host has no such list. */
  private static Optional<Names> entries(
      RegistryHost host, String repository, String first, ListForm form) throws IOException {
    Names names = new Names(new LinkedHashSet<>(), new LinkedHashSet<>());
    Set<String> seenPaths = new HashSet<>();
    long characters = 0;
    long addressCharacters = 0;
    String path = first;
    while (!path.isEmpty()) {
      if (!seenPaths.add(path)) {
        throw fault(first, "does not end, as its pages lead in a circle: " + path);
      }
      Page page = page(host, ApiRequest.get(repository, path), form);
      if (page == null) {
        if (seenPaths.size() > 1) {
          throw fault(path, "is gone");
        }
        return Optional.empty();
      }
      for (JsonNode node : list(page.root(), path, form)) {
        JsonNode name = form.field().isEmpty() ? node : node.path(form.field());
        characters += names.add(name.isTextual() ? name.asText() : "", form);
      }
      path = next(path, page.next());
      addressCharacters += path.length();
      String limit = null;
      if (names.count() > MAX_ENTRIES) {
        limit = "more than " + MAX_ENTRIES + " entries";
      } else if (characters > MAX_CHARS) {
        limit = "names of more than " + MAX_CHARS + " letters";
      } else if (addressCharacters > MAX_ADDRESS_CHARS) {
        limit = "addresses of pages of more than " + MAX_ADDRESS_CHARS + " letters";
      } else if (names.invalid().size() > MAX_INVALID_NAMES) {
        limit = "more than " + MAX_INVALID_NAMES + " invalid entries";
      } else if (seenPaths.size() > MAX_SMALL_PAGES + names.count() / ENTRIES_OF_A_PAGE) {
        limit = "%d pages with only %d entries".formatted(seenPaths.size(), names.count());
      }
      if (limit != null) {
        throw new MalformedBlobException(RejectReason.LIMIT, "/v2/" + first + " has " + limit);
      }
    }
    return Optional.of(names);
  }

  /**
   * The list on a page. Some hosts write an empty list as null. A page without the list is a fault,
   * not an empty list: what it does not name would be taken as gone.
   */
  private static JsonNode list(JsonNode root, String path, ListForm form)
      throws MalformedBlobException {
    JsonNode list = root.path(form.list());
    if (!list.isArray() && !list.isNull()) {
      throw fault(path, "is answered without a list of " + form.list());
    }
    if (!root.path("errors").isEmpty()) {
      throw fault(path, "is answered with errors");
    }
    return list;
  }

  private static boolean isAbsent(int status) {
    return status == HttpURLConnection.HTTP_BAD_METHOD
        || status == HttpURLConnection.HTTP_BAD_REQUEST
        || status == HttpURLConnection.HTTP_NOT_IMPLEMENTED;
  }

  private record Page(JsonNode root, String next) {}

  /**
   * Reads a page; null if the host has no such list. A page whose transfer breaks is requested
   * again.
   */
  private static @Nullable Page page(RegistryHost host, ApiRequest request, ListForm form)
      throws IOException {
    for (int tries = 1; ; tries++) {
      try (HttpAnswer answer = host.send(request)) {
        // Only these lists may be absent. Every registry lists tags, so other statuses are faults.
        if (answer.status() == HttpURLConnection.HTTP_NOT_FOUND
            || (!form.equals(TAGS) && isAbsent(answer.status()))) {
          return null;
        }
        if (answer.status() != HttpURLConnection.HTTP_OK) {
          throw fault(request.path(), "is answered with " + answer.statusText());
        }
        byte @Nullable [] bytes = bytes(answer);
        if (bytes != null) {
          return new Page(parsed(bytes, request.path()), NextLink.of(answer.headers("Link")));
        }
        answer.abort();
        if (tries == MAX_TRIES) {
          throw fault(request.path(), "breaks off at each of " + MAX_TRIES + " tries");
        }
      }
    }
  }

  /** The body of a page; null if the transfer breaks. */
  private static byte @Nullable [] bytes(HttpAnswer answer) throws IOException {
    try (InputStream body = answer.body()) {
      return body.readNBytes(ForeignJson.MOST_BYTES + 1);
    } catch (MalformedBlobException e) {
      throw e;
    } catch (IOException e) {
      return null;
    }
  }

  private static JsonNode parsed(byte[] bytes, String path) throws MalformedBlobException {
    try {
      return ForeignJson.tree(bytes);
    } catch (MalformedBlobException e) {
      throw new MalformedBlobException(
          e.reason(),
          "the list /v2/%s is no JSON, or beyond a limit: %s".formatted(path, e.explanation()));
    }
  }

  private static MalformedBlobException fault(String path, String fault) {
    return new MalformedBlobException(RejectReason.CORRUPT, "the list /v2/" + path + " " + fault);
  }

  /**
   * The path of the next page, from a link with or without the host's name; empty after the last
   * page.
   */
  private static String next(String path, String target) throws MalformedBlobException {
    if (target.isEmpty()) {
      return "";
    }
    String list = path.replaceFirst("[?].*", "");
    int query = target.indexOf('?');
    if (query < 0 || !target.substring(0, query).endsWith("/v2/" + list)) {
      throw fault(path, "names a next page elsewhere: " + target);
    }
    return list + target.substring(query);
  }
}
