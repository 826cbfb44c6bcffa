package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a build can use it is tried with Maven itself by {@code .ci/launchers}. */
class MavenArtifactTest {
    @TempDir
    private Path directory;

    private Path jar(String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!version.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path jar = directory.resolve("braid.jar");
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
        return jar;
    }

    private static List<String> names(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aRepositoryGetsTheJarItsSourcesAndADescriptionThatNeedsNothingElse() throws IOException {
        Path clone = directory.resolve("clone");
        Path source = clone.resolve("braid-one/src/main/java/mpi/MPI.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "package mpi;");
        MavenArtifact artifact = MavenArtifact.of(jar("1.2"), clone);
        artifact.install(directory.resolve("repository"));
        artifact.install(directory.resolve("repository")); // again, over what is there

        Path there = directory.resolve("repository/org/braid/braid/1.2");
        assertEquals(List.of("braid-1.2-sources.jar", "braid-1.2.jar", "braid-1.2.pom"), names(there));
        assertArrayEquals(Files.readAllBytes(directory.resolve("braid.jar")), Files.readAllBytes(there.resolve("braid-1.2.jar")));
        String pom = Files.readString(there.resolve("braid-1.2.pom"));
        assertTrue(pom.contains("<groupId>org.braid</groupId>") && pom.contains("<artifactId>braid</artifactId>") && pom.contains("<version>1.2</version>"), pom);
        assertFalse(pom.contains("<parent>") || pom.contains("<dependency>"), pom);
        try (ZipFile sources = new ZipFile(there.resolve("braid-1.2-sources.jar").toFile())) {
            assertEquals(List.of("mpi/MPI.java"), sources.stream().map(ZipEntry::getName).toList());
        }
        assertEquals("org.braid:braid:1.2", artifact.coordinates());
    }

    @Test
    void withoutSourcesThereIsNoJarOfThem() throws IOException {
        MavenArtifact.of(jar("1.2"), directory.resolve("nowhere")).install(directory.resolve("repository"));
        assertEquals(List.of("braid-1.2.jar", "braid-1.2.pom"), names(directory.resolve("repository/org/braid/braid/1.2")));
    }

    @Test
    void aJarWithoutAVersionIsNotOurs() throws IOException {
        Path other = jar("");
        assertTrue(assertThrows(IOException.class, () -> MavenArtifact.of(other, directory)).toString().contains("manifest"));
    }
}
