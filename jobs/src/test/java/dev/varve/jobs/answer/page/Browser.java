package dev.varve.jobs.answer.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chromium without a screen, driven by chromedriver.
 *
 * @see <a href="https://www.w3.org/TR/webdriver2/">WebDriver</a>
 */
final class Browser implements AutoCloseable {
  static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PORT = Pattern.compile("successfully on port (\\d+)");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process driver;
  private final String address;
  private final String session;

  Browser(int width, int height) throws IOException {
    driver = new ProcessBuilder(DRIVER.toString(), "--port=0").redirectErrorStream(true).start();
    address = "http://127.0.0.1:" + port();
    Map<String, Object> chrome =
        Map.of(
            "args",
            List.of(
                "--no-sandbox",
                "--headless=new",
                "--disable-dev-shm-usage",
                "--window-size=%d,%d".formatted(width, height)));
    Map<String, Object> wanted =
        Map.of(
            "browserName",
            "chrome",
            "goog:chromeOptions",
            chrome,
            "goog:loggingPrefs",
            Map.of("performance", "ALL", "browser", "ALL"));
    session =
        post("/session", Map.of("capabilities", Map.of("alwaysMatch", wanted)))
            .get("sessionId")
            .asText();
  }

  private String port() throws IOException {
    BufferedReader out = driver.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = PORT.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    throw new IOException("chromedriver has not started");
  }

  void open(Path page) throws IOException {
    own("/url", Map.of("url", page.toUri().toString()));
  }

  /** What a function's body returns. */
  JsonNode run(String script) throws IOException {
    return own("/execute/sync", Map.of("script", script, "args", List.of()));
  }

  void click(String selector) throws IOException {
    own("/element/" + element(selector) + "/click", Map.of());
  }

  void type(String selector, String text) throws IOException {
    own("/element/" + element(selector) + "/value", Map.of("text", text));
  }

  private String element(String selector) throws IOException {
    return own("/element", Map.of("using", "css selector", "value", selector))
        .elements()
        .next()
        .asText();
  }

  /** As a reader who likes it dark has it. */
  void darken() throws IOException {
    Map<String, Object> dark = Map.of("name", "prefers-color-scheme", "value", "dark");
    own(
        "/goog/cdp/execute",
        Map.of("cmd", "Emulation.setEmulatedMedia", "params", Map.of("features", List.of(dark))));
  }

  void resize(int width, int height) throws IOException {
    own("/window/rect", Map.of("width", width, "height", height));
  }

  void picture(Path target) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/session/" + session + "/screenshot")).build();
    Files.write(target, Base64.getDecoder().decode(send(request).asText()));
  }

  /** The addresses of all requests since this was asked last. */
  List<String> requests() throws IOException {
    List<String> addresses = new ArrayList<>();
    for (JsonNode entry : own("/se/log", Map.of("type", "performance"))) {
      JsonNode message = JSON.readTree(entry.get("message").asText()).get("message");
      if (message.get("method").asText().equals("Network.requestWillBeSent")) {
        addresses.add(message.at("/params/request/url").asText());
      }
    }
    return addresses;
  }

  /** What the browser complained of. */
  List<String> complaints() throws IOException {
    List<String> complaints = new ArrayList<>();
    own("/se/log", Map.of("type", "browser"))
        .forEach(entry -> complaints.add(entry.get("message").asText()));
    return complaints;
  }

  private JsonNode own(String path, Object body) throws IOException {
    return post("/session/" + session + path, body);
  }

  private JsonNode post(String path, Object body) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(address + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
            .build());
  }

  private JsonNode send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(request.uri() + ": " + answer.body());
      }
      return JSON.readTree(answer.body()).get("value");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      send(HttpRequest.newBuilder(URI.create(address + "/session/" + session)).DELETE().build());
    } finally {
      driver.destroy();
    }
  }
}
