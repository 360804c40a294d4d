package dev.varve.jobs.startup;

import dev.varve.jobs.run.Simulation;
import java.util.List;

/** {@code simulate startup}. */
public final class StartupSimulation implements Simulation {
  @Override
  public String name() {
    return "startup";
  }

  @Override
  public List<String> help() {
    return List.of(
        "What the start of a container needs of its image, and what fetching only that would take.",
        "Layers are squashed as runtimes unpack them. Lists of what starts accessed are matched with",
        "the images: bytes needed, layers touched, hits of a shared cache, full pull against lazy.",
        "Without a list, the images are squashed alone. Lines that match nothing stand in table",
        "startup_drop with their reason.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w --accesses starts.csv",
        "--warehouse /data/w --accesses starts/ --categories categories.csv",
        "--warehouse /data/w --strace web/shop:1.2=shop.strace");
  }

  @Override
  public List<String> reports() {
    return List.of("startup-need", "start-overlap", "lazy-pull", "depth-profile");
  }

  @Override
  public Job read(Request request) {
    return new SimulateStartup(StartupSettings.read(request.settings()));
  }
}
