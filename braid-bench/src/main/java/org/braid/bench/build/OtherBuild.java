package org.braid.bench.build;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.figure.Who;

/** Finds the build that {@code --against} names: a checkout that was built, an installed {@code braid}, or a {@code braid.jar}. Each is started as its users start it. */
public final class OtherBuild {
    private static final String SCRIPT = "braid";
    private static final String JAR = "braid.jar";

    private OtherBuild() {}

    /**
     * A build to measure against.
     *
     * @param place a directory with the script {@code braid} in it, that script, or a jar
     * @throws BraidException with {@code OPTION_VALUE} if there is no build, with {@code BENCH_FAILED} if what is there is none of Braid's
     */
    public static BraidBuild at(Path place) throws IOException, InterruptedException {
        Path found = place.toAbsolutePath().normalize();
        if (!Files.exists(found)) {
            throw refused(place, "there is no such file or directory", "Name a checkout of Braid that was built");
        }
        if (Files.isDirectory(found)) {
            return ofScript(place, found.resolve(SCRIPT));
        }
        return found.toString().endsWith(".jar") ? ofJar(place, found) : ofScript(place, found);
    }

    private static BraidBuild ofScript(Path place, Path named) throws IOException, InterruptedException {
        if (!Files.isRegularFile(named) || !Files.isExecutable(named)) {
            throw refused(place, "there is no script 'braid' that could be started", "Name a checkout of Braid, or the directory of braid and braid.jar");
        }
        Path script = named.toRealPath();
        Path jar = Files.exists(script.resolveSibling("pom.xml")) ? script.resolveSibling("dist/target").resolve(JAR) : script.resolveSibling(JAR);
        if (!Files.isRegularFile(jar)) {
            throw refused(place, "it has not been built: there is no " + jar, "Build it first: " + script + " --version");
        }
        return build(List.of(script.toString()), jar);
    }

    /** As the JDK would start it, with the flags that cost a command line nothing; it has none of the caches that a script makes. */
    private static BraidBuild ofJar(Path place, Path jar) throws IOException, InterruptedException {
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        return build(
                List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xlog:disable", "-Dbraid.build=" + buildOf(place, jar), "-Dbraid.jar=" + jar, "-jar", jar.toString()),
                jar);
    }

    private static String buildOf(Path place, Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String build = manifest == null ? null : manifest.getMainAttributes().getValue("Braid-Build");
            if (build == null) {
                throw refused(place, "its manifest names no build of Braid", "Name the braid.jar of a build");
            }
            return build;
        } catch (IOException e) {
            throw refused(place, "it is not a readable jar (" + e.getMessage() + ")", "Name the braid.jar of a build");
        }
    }

    private static BraidBuild build(List<String> command, Path jar) throws IOException, InterruptedException {
        return new BraidBuild(Who.OTHER, command, new Home(jar), BraidBuild.askedVersion(command));
    }

    private static BraidException refused(Path place, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "bench: --against " + place, why, whatToDo);
    }
}
