package org.braid.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Braid as Maven and Gradle know a library: one jar that needs no other, its sources, and a description without dependencies and without a parent.
 *
 * <pre>
 *   REPOSITORY/org/braid/braid/VERSION/braid-VERSION.pom, .jar, -sources.jar
 * </pre>
 *
 * @param jar the one jar
 * @param version as its manifest has it
 * @param checkout the directory that has the modules' sources, if there are any
 */
record MavenArtifact(Path jar, String version, Path checkout) {
    private static final String GROUP = "org.braid";
    private static final String NAME = "braid";

    static MavenArtifact of(Path jar, Path checkout) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String version = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Implementation-Version");
            if (version == null) {
                throw new IOException(jar + " is not Braid's jar: its manifest names no version");
            }
            return new MavenArtifact(jar, version, checkout);
        }
    }

    String coordinates() {
        return GROUP + ":" + NAME + ":" + version;
    }

    /** What a build writes to use it. */
    String dependency() {
        return "  Maven   <dependency><groupId>" + GROUP + "</groupId><artifactId>" + NAME + "</artifactId><version>" + version + "</version></dependency>\n"
                + "  Gradle  repositories { mavenLocal() }  dependencies { implementation(\"" + coordinates() + "\") }\n";
    }

    /** Puts all of it there; whoever reads meanwhile finds each file as it was, or as it will be. */
    void install(Path repository) throws IOException {
        Path directory = Files.createDirectories(repository.resolve(GROUP.replace('.', '/')).resolve(NAME).resolve(version));
        SortedMap<String, Path> sources = sources();
        if (!sources.isEmpty()) {
            put(directory, "-sources.jar", to -> zip(sources, to));
        }
        put(directory, ".jar", to -> Files.copy(jar, to));
        put(directory, ".pom", to -> to.write(pom().getBytes(StandardCharsets.UTF_8)));
    }

    private interface Content {
        void write(OutputStream to) throws IOException;
    }

    private void put(Path directory, String suffix, Content content) throws IOException {
        Path fresh = Files.createTempFile(directory, ".new-", suffix);
        try {
            try (OutputStream to = Files.newOutputStream(fresh)) {
                content.write(to);
            }
            fresh.toFile().setReadable(true, false);
            Files.move(fresh, directory.resolve(NAME + "-" + version + suffix), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private String pom() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>%s</groupId>
                  <artifactId>%s</artifactId>
                  <version>%s</version>
                  <name>Braid</name>
                  <description>The message-passing runtime for the JVM: one program, many networks.</description>
                  <licenses>
                    <license>
                      <name>Apache-2.0</name>
                      <url>https://www.apache.org/licenses/LICENSE-2.0</url>
                    </license>
                  </licenses>
                </project>
                """
                .formatted(GROUP, NAME, version);
    }

    /** Each source file by its name in the jar. */
    private SortedMap<String, Path> sources() throws IOException {
        SortedMap<String, Path> found = new TreeMap<>();
        if (Files.isDirectory(checkout)) {
            try (DirectoryStream<Path> modules = Files.newDirectoryStream(checkout, "braid-*")) {
                for (Path module : modules) {
                    addSources(found, module.resolve("src/main/java"));
                }
            }
        }
        return found;
    }

    private static void addSources(SortedMap<String, Path> found, Path root) throws IOException {
        for (String part : new String[] {"mpi", "org"}) {
            Path below = root.resolve(part);
            if (Files.isDirectory(below)) {
                Files.walkFileTree(below, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        found.put(root.relativize(file).toString(), file);
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        }
    }

    private static void zip(SortedMap<String, Path> files, OutputStream to) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(to);
        for (var each : files.entrySet()) {
            zip.putNextEntry(new ZipEntry(each.getKey()));
            Files.copy(each.getValue(), zip);
            zip.closeEntry();
        }
        zip.finish();
    }
}
