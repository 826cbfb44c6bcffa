package org.braid.boot.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathJarTest {
    @TempDir Path directory = Path.of("");

    private Path written(List<String> classPath) throws IOException {
        return Files.write(directory.resolve("path.jar"), PathJar.of(classPath));
    }

    @Test
    void theJdkReadsIt() throws IOException {
        try (JarFile jar = new JarFile(written(List.of("/x.jar")).toFile())) {
            assertEquals("file:/x.jar", jar.getManifest().getMainAttributes().getValue("Class-Path"));
            assertEquals(1, jar.size());
        }
    }

    @Test
    void aLoaderFindsWhatIsInDirectoriesAndJarsOfAnyNameInTheirOrder() throws IOException {
        List<String> places = new ArrayList<>();
        for (String name : List.of("a b", "ü%20#?", "x".repeat(120), "last")) {
            Path place = Files.createDirectory(directory.resolve(name));
            Files.writeString(place.resolve("each"), name);
            Files.writeString(place.resolve("only-" + places.size()), name);
            places.add(place.toString());
        }
        Path jar = directory.resolve("inner.jar");
        Files.write(jar, PathJar.of(List.of()));
        places.add(1, jar.toString());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {written(places).toUri().toURL()}, null)) {
            assertEquals("a b", text(loader, "each"));
            assertEquals("last", text(loader, "only-3"));
            assertEquals("ü%20#?", text(loader, "only-1"));
            assertEquals("x".repeat(120), text(loader, "only-2"));
        }
    }

    private static String text(URLClassLoader loader, String name) throws IOException {
        URL found = loader.findResource(name);
        assertTrue(found != null, name);
        try (InputStream in = found.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
