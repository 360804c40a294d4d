package dev.varve.synthetic.registry;

import dev.varve.synthetic.content.Architecture;
import java.io.IOException;
import java.util.List;

/** The build steps of images; images share the layers that have the same names. */
record Builds(WorldSize size, LayerStore layers, BaseImages bases, Applications applications) {
  /** The owner that a recursive change of ownership gives to a tree. */
  private static final int APPLICATION_USER = 1000;

  /** The name in {@link LayerStore} of the layer with an application's tree. */
  static String treeName(int application, int version) {
    return "application/" + application + "/tree/" + version;
  }

  /** Compressions are used in turn, so that each occurs. */
  static LayerPacking compression(int application) {
    return switch (application % 6) {
      case 2 -> LayerPacking.GZIP_MEMBERS;
      case 3 -> LayerPacking.ZSTD;
      case 5 -> LayerPacking.PLAIN;
      default -> LayerPacking.GZIP;
    };
  }

  /** Docker's media types know no zstd, so the odd applications are OCI images. */
  static MediaTypeFamily format(int application) {
    return application % 2 == 0 ? MediaTypeFamily.DOCKER : MediaTypeFamily.OCI;
  }

  List<BuildStep> base(int base, Architecture architecture) throws IOException {
    LayerPacking compression = base % 2 == 0 ? LayerPacking.GZIP : LayerPacking.GZIP_MEMBERS;
    return new Dockerfile(layers, compression)
        .run(
            "ADD rootfs.tar / # release " + BaseImages.release(base),
            "base/" + base + "/" + architecture.label(),
            () -> bases.tree(base).compiledFor(architecture))
        .set("CMD [\"bash\"]")
        .steps();
  }

  List<BuildStep> application(int application, int version) throws IOException {
    LayerPacking compression = compression(application);
    String own = "application/" + application + "/";
    String shared = "shared/" + compression + "/";
    int rebuild = rebuild(application, version);
    int settingsVersion = version - version % 2;
    Dockerfile file =
        new Dockerfile(layers, compression)
            .from(base(application % size.bases(), Architecture.AMD64))
            .set("ENV LANG=C.UTF-8")
            .run(
                "RUN " + applications.installCommand(application),
                own + "packages/" + rebuild,
                () -> applications.packages(application, rebuild))
            .run("RUN rm -rf /var/lib/apt/lists", shared + "cleanup", applications::cleanup)
            .run("WORKDIR /app", shared + "workdir", applications::workingDirectory)
            .run(
                "COPY . /app",
                treeName(application, version),
                () -> applications.tree(application, version));
    if (application % 5 == 2) {
      file.run(
          "RUN chown -R app:app /app",
          own + "owned/" + version,
          () ->
              applications
                  .tree(application, version)
                  .map(entry -> entry.ownedBy(APPLICATION_USER)));
    }
    if (application % 4 == 0) {
      file.run("RUN replace-services \"all\"", shared + "services", applications::services);
    }
    return file.run(
            "COPY entrypoint.sh /", own + "entrypoint", () -> applications.entrypoint(application))
        .run(
            "COPY settings.conf /etc/app/",
            own + "settings/" + settingsVersion,
            () -> applications.settings(application, settingsVersion))
        .runToNoEffect("MAINTAINER varve")
        .set("ENTRYPOINT [\"/entrypoint.sh\"]")
        .steps();
  }

  /** A service built for several processors: files that are not programs are the same in each. */
  List<BuildStep> service(Architecture architecture) throws IOException {
    return new Dockerfile(layers, LayerPacking.GZIP)
        .from(base(0, architecture))
        .run(
            "RUN " + applications.installCommand(0),
            "service/packages/" + architecture.label(),
            () -> applications.packages(0, 0).compiledFor(architecture))
        .run("WORKDIR /app", "shared/GZIP/workdir", applications::workingDirectory)
        .set("ENTRYPOINT [\"/entrypoint.sh\"]")
        .steps();
  }

  /** An image that was pushed, and whose tag now points to another image. */
  List<BuildStep> abandoned() throws IOException {
    return new Dockerfile(layers, LayerPacking.GZIP)
        .from(base(0, Architecture.AMD64))
        .run(
            "COPY draft.conf /etc/app/",
            "abandoned",
            () -> applications.settings(0, size.versions()))
        .steps();
  }

  /** Some applications have their packages installed anew for the last version. */
  private int rebuild(int application, int version) {
    return application % 3 == 1 && version == size.versions() - 1 ? version : 0;
  }
}
