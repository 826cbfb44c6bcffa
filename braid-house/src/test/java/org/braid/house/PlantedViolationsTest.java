package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule catches the violation that it is there for. */
class PlantedViolationsTest {
    /** One public type of each root that some row must not use. */
    private static final Map<String, String> A_TYPE_OF = Map.ofEntries(
            Map.entry("org.braid.base.os..", "org.braid.base.os.Memory"),
            Map.entry("org.braid.base.wire..", "org.braid.base.wire.ContextId"),
            Map.entry("org.braid.link..", "org.braid.link.Context"),
            Map.entry("org.braid.transports..", "org.braid.transports.tcp.TcpTransport"),
            Map.entry("org.braid.transports.shm..", "org.braid.transports.shm.ShmTransport"),
            Map.entry("org.braid.transports.tcp..", "org.braid.transports.tcp.TcpTransport"),
            Map.entry("org.braid.boot..", "org.braid.boot.Job"),
            Map.entry("org.braid.coll..", "org.braid.coll.schedule.Schedule"),
            Map.entry("org.braid.mpi..", "org.braid.mpi.Lco"),
            Map.entry("mpi..", "mpi.MPI"),
            Map.entry("org.braid.launch..", "org.braid.launch.Launcher"),
            Map.entry("org.braid.cli..", "org.braid.cli.Braid"),
            Map.entry("picocli..", "picocli.CommandLine"),
            Map.entry("java.net..", "java.net.URI"),
            Map.entry("java.nio.channels..", "java.nio.channels.Channel"),
            Map.entry("java.util.concurrent..", "java.util.concurrent.Future<?>"));

    @TempDir
    private Path directory;

    static Stream<Arguments> forbiddenUses() {
        return Layers.ROWS.stream().flatMap(row -> Stream.of(row.mayNotUse()).map(root -> Arguments.of(row, root)));
    }

    @ParameterizedTest
    @MethodSource
    void forbiddenUses(Layers.Row row, String root) {
        String type = A_TYPE_OF.get(root);
        assertCaught(row.rule(), row.who(), type + " used;");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "long now() { return System.nanoTime(); }",
        "long now() { return System.currentTimeMillis(); }",
        "java.util.Random dice;",
        "Thread worker;",
        "java.io.InputStream in;",
        "java.net.Socket socket;",
        "java.util.concurrent.locks.Lock lock;"
    })
    void aCoreThatIsNotPure(String body) {
        assertCaught(Layers.coresArePure(), "org.braid.link.stream", body);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "static int count;",
        "static final int[] TABLE = new int[4];",
        "static final java.util.Map<String, String> CACHE = new java.util.HashMap<>();",
        "static final java.util.concurrent.atomic.AtomicLong NEXT = new java.util.concurrent.atomic.AtomicLong();",
        "static final ThreadLocal<String> MINE = new ThreadLocal<>();"
    })
    void aStaticThatCanChange(String body) {
        assertCaught(House.noMutableStaticBelowTheFacade(), "org.braid.link", body);
    }

    @Test
    void unsafe() {
        assertCaught(House.nothingUnsafeAndNoLogging(), "org.braid.base.os", "sun.misc.Unsafe unsafe;");
    }

    @Test
    void aLogger() {
        assertCaught(House.nothingUnsafeAndNoLogging(), "org.braid.boot", "java.util.logging.Logger log;");
    }

    @Test
    void aTestLibraryInMainCode() {
        assertCaught(House.noTestLibraryInMainCode(), "org.braid.coll", "@org.junit.jupiter.api.Test void test() {}");
    }

    @Test
    void aLibraryBelowTheCommandLine() {
        assertCaught(House.onlyTheCommandLineUsesLibraries(), "org.braid.boot", "org.junit.jupiter.api.TestInfo info;");
    }

    private void assertCaught(ArchRule rule, String root, String body) {
        assertTrue(rule.evaluate(new Plant().add(root, body).grow(directory)).hasViolation(), () -> root + " { " + body + " } was let through by: " + rule.getDescription());
    }
}
