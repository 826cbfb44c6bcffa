package org.braid.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.text.FileFailures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code braid install}: puts Braid where builds by Maven and Gradle look for libraries. */
@Command(
        name = "install",
        description = "Puts Braid, with its sources if they are here, into a local Maven repository, so that builds by Maven or Gradle can depend on it.",
        mixinStandardHelpOptions = true)
final class InstallCommand implements Runnable {
    @Option(names = "--repository", paramLabel = "DIR", description = "the repository (default: ~/.m2/repository)")
    private @Nullable Path repository;

    @Override
    public void run() {
        Path jar = Path.of(System.getProperty("braid.jar", ""));
        if (!jar.isAbsolute()) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "braid install", "this process does not run from Braid's jar", "Start it by the script: ./braid install");
        }
        Path root = repository != null ? repository : Path.of(System.getProperty("user.home"), ".m2", "repository");
        try {
            MavenArtifact artifact = MavenArtifact.of(jar, clone(jar));
            install(artifact, root);
            System.out.println("installed " + artifact.coordinates() + " in " + root);
            System.out.print(artifact.dependency());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void install(MavenArtifact artifact, Path root) {
        try {
            artifact.install(root.toAbsolutePath());
        } catch (IOException e) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "option --repository", "nothing can be installed in " + root + ": " + FileFailures.why(e), "Name a directory that you may write to, on a disk with room", e);
        }
    }

    /** The jar runs from {@code dist/target/run/HASH}; elsewhere there are no sources. */
    private static Path clone(Path jar) {
        return jar.resolve("../../../../..").normalize();
    }
}
