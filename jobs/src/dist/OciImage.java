import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Packs an installation into a container image, without a container engine. Libraries, which change
 * rarely, are a layer of their own.
 *
 * <p>Arguments: the folder of the installation, the base image (a reference, or {@code tar:FILE}),
 * the name of the image, and the archive to write, which is an OCI image layout.
 */
final class OciImage {
  private static final AbsoluteUnixPath HOME = AbsoluteUnixPath.get("/opt/varve");

  private OciImage() {}

  public static void main(String[] arguments) throws Exception {
    Path installation = Path.of(arguments[0]);
    String base = arguments[1];
    JibContainerBuilder image =
        base.startsWith("tar:")
            ? Jib.from(TarImage.at(Path.of(base.substring("tar:".length()))))
            : Jib.from(base);
    Predicate<Path> isLibrary =
        file -> file.getParent().endsWith("lib") && !file.endsWith("varve.jar");
    image
        .setFormat(ImageFormat.OCI)
        .addFileEntriesLayer(layer("libraries", installation, isLibrary))
        .addFileEntriesLayer(layer("varve", installation, isLibrary.negate()))
        .setEntrypoint(HOME.resolve("bin/varve").toString())
        .setProgramArguments(List.of())
        .setWorkingDirectory(AbsoluteUnixPath.get("/tmp"))
        .addEnvironmentVariable("HOME", "/tmp")
        .setUser("65532:65532")
        .addLabel("org.opencontainers.image.title", "Varve")
        .addLabel("org.opencontainers.image.licenses", "Apache-2.0");
    image.containerize(
        Containerizer.to(
                TarImage.at(Path.of(arguments[3])).named(ImageReference.parse(arguments[2])))
            .setToolName("varve"));
  }

  private static FileEntriesLayer layer(String name, Path folder, Predicate<Path> isIn)
      throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).filter(isIn).sorted().toList()) {
        boolean isProgram = file.getParent().endsWith("bin");
        layer.addEntry(
            file,
            HOME.resolve(folder.relativize(file).toString()),
            FilePermissions.fromOctalString(isProgram ? "755" : "644"));
      }
    }
    return layer.build();
  }
}
