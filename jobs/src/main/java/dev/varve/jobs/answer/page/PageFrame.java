package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.plot.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * HTML around the sections of a page: head, contents, script. Its Content-Security-Policy forbids
 * every network request, and allows only its own style and script, identified by their digests.
 *
 * @param sections markup by the names of the reports
 * @param withoutRows names of reports without rows, by the reason, which may be the command that
 *     makes rows
 */
record PageFrame(
    Page.Source source, Map<String, Markup> sections, Map<String, List<String>> withoutRows) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  String text() {
    String style = resource("page.css");
    String script = resource("page.js");
    Markup out = new Markup();
    out.open("html", "lang", "en").line().open("head").line();
    out.empty("meta", "charset", "utf-8").line();
    out.empty(
            "meta",
            "http-equiv",
            "Content-Security-Policy",
            "content",
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '%s'; script-src '%s'"
                .formatted(digest(style), digest(script)))
        .line();
    out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
    out.empty("meta", "name", "color-scheme", "content", "light dark").line();
    out.empty("meta", "name", "referrer", "content", "no-referrer").line();
    out.element("title", "Varve: " + source.warehouse()).line();
    out.open("style").verbatim(style).close().line();
    out.close().line().open("body").line();
    out.open("header")
        .element("h1", "Varve")
        .element("p", source.warehouse(), "class", "where")
        .element("p", "Made " + TIME.format(Instant.now()) + " UTC.", "class", "where")
        .close();
    addContents(out);
    out.open("main").line();
    if (!source.headline().isEmpty()) {
      out.add(PageHeadline.of(source.headline())).line();
    }
    String subject = "";
    for (Map.Entry<String, Markup> section : sections.entrySet()) {
      String next = ReportGroups.title(section.getKey());
      if (!next.equals(subject)) {
        out.element("h2", next, "class", "subject").line();
        subject = next;
      }
      out.add(section.getValue());
    }
    if (!withoutRows.isEmpty()) {
      addWithoutRows(out);
    }
    out.close().line();
    out.open("script").verbatim(script).close().line();
    return "<!DOCTYPE html>\n" + out.close().close() + "\n";
  }

  /** Links to all sections, grouped by subject. */
  private void addContents(Markup out) {
    out.open("nav", "aria-label", "Contents").open("details", "open", "");
    out.element("summary", "Contents");
    if (!source.headline().isEmpty()) {
      out.open("p").element("a", "Headline", "href", "#headline").close();
    }
    String subject = "";
    for (String name : sections.keySet()) {
      String next = ReportGroups.title(name);
      if (!next.equals(subject)) {
        out.element("h2", next);
        subject = next;
      }
      out.open("p").element("a", name, "href", "#" + name).close();
    }
    out.close().close().line();
  }

  private void addWithoutRows(Markup out) {
    out.open("section", "id", "without-rows").element("h2", "No rows yet", "class", "subject");
    out.open("ul");
    withoutRows.forEach(
        (command, names) ->
            out.open("li")
                .text(String.join(", ", names) + " (")
                .element("code", command)
                .text(")")
                .close());
    out.close().close().line();
  }

  private static String resource(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the program has no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
