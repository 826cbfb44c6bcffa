package org.braid.testkit.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/pipes.md shows is what is compiled here; that it works is shown by {@code LoopContractTest}. */
class TransportGuideTest {
    private static final Path GUIDE = Path.of("../docs/pipes.md");
    private static final Path SOURCE = Path.of("src/test/java/org/braid/testkit/guide/LoopTransport.java");

    @TempDir Path directory = Path.of("");

    @Test
    void theGuideShowsTheVerySource() throws IOException {
        String source = Files.readString(SOURCE);
        String transport = source.substring(source.indexOf("import "));
        assertTrue(Files.readString(GUIDE).contains("```java\n" + transport + "```"), "copy " + SOURCE + " into " + GUIDE + ", from its first import on");
    }

    @Test
    void itIsFoundByItsLineInTheServicesAlone() throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(Transport.class.getName()), LoopTransport.class.getName() + "\n");
        try (var loader = new java.net.URLClassLoader(new java.net.URL[] {directory.toUri().toURL()}, LoopTransport.class.getClassLoader())) {
            assertEquals(1, ServiceLoader.load(Transport.class, loader).stream().filter(each -> each.type() == LoopTransport.class).count());
        }
    }
}
