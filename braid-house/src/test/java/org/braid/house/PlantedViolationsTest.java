package org.braid.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.devices.pass.PassDevice;
import org.junit.jupiter.api.BeforeAll;
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
            Map.entry("org.braid.base.os..", "org.braid.base.os.Futex"),
            Map.entry("org.braid.base.wire..", "org.braid.base.wire.ContextId"),
            Map.entry("org.braid.link..", "org.braid.link.Context"),
            Map.entry("org.braid.link", "org.braid.link.Context"),
            Map.entry("org.braid.link.ring..", "org.braid.link.ring.RingLane"),
            Map.entry("org.braid.link.progress..", "org.braid.link.progress.Progress"),
            Map.entry("org.braid.link.control..", "org.braid.link.control.Handled"),
            Map.entry("org.braid.link.receiving..", "org.braid.link.receiving.Creditor"),
            Map.entry("org.braid.link.stream..", "org.braid.link.stream.Peer"),
            Map.entry("org.braid.link.stripe..", "org.braid.link.stripe.Stripes"),
            Map.entry("org.braid.link.bulk..", "org.braid.link.bulk.Slab"),
            Map.entry("org.braid.link.bulk", "org.braid.link.bulk.Slab"),
            Map.entry("org.braid.link.region..", "org.braid.link.region.Right"),
            Map.entry("org.braid.link.select..", "org.braid.link.select.Directory"),
            Map.entry("org.braid.link.dispatch..", "org.braid.link.dispatch.Endpoint"),
            Map.entry("org.braid.link.chain..", "org.braid.link.chain.Devices"),
            Map.entry("org.braid.devices..", "org.braid.devices.pass.PassDevice"),
            Map.entry("org.braid.pipe..", "org.braid.pipe.log.ReplayLog"),
            Map.entry("org.braid.transports..", "org.braid.transports.tcp.TcpTransport"),
            Map.entry("org.braid.transports.shm..", "org.braid.transports.shm.ShmTransport"),
            Map.entry("org.braid.transports.socket..", "org.braid.transports.socket.Sleeper"),
            Map.entry("org.braid.transports.inet..", "org.braid.transports.inet.InetPort"),
            Map.entry("org.braid.transports.tcp..", "org.braid.transports.tcp.TcpTransport"),
            Map.entry("org.braid.transports.tls..", "org.braid.transports.tls.TlsTransport"),
            Map.entry("org.braid.transports.unix..", "org.braid.transports.unix.UnixTransport"),
            Map.entry("org.braid.boot..", "org.braid.boot.Job"),
            Map.entry("org.braid.boot.server..", "org.braid.boot.server.RankServer"),
            Map.entry("org.braid.coll..", "org.braid.coll.schedule.Schedule"),
            Map.entry("org.braid.coll.schedule..", "org.braid.coll.schedule.Schedule"),
            Map.entry("org.braid.coll.algorithm..", "org.braid.coll.algorithm.Algorithm"),
            Map.entry("org.braid.coll.select..", "org.braid.coll.select.Rule"),
            Map.entry("org.braid.coll.engine..", "org.braid.coll.engine.Call"),
            Map.entry("org.braid.coll.check..", "org.braid.coll.check.Checker"),
            Map.entry("org.braid.coll.sim..", "org.braid.coll.sim.Outcome"),
            Map.entry("org.braid.coll.cost..", "org.braid.coll.cost.Candidate"),
            Map.entry("org.braid.mpi..", "org.braid.mpi.lco.Lco"),
            Map.entry("org.braid.mpix..", "org.braid.mpix.LocalComm"),
            Map.entry("mpi..", "mpi.MPI"),
            Map.entry("org.braid.launch..", "org.braid.launch.Launcher"),
            Map.entry("org.braid.launch.program..", "org.braid.launch.program.Program"),
            Map.entry("org.braid.launch.process..", "org.braid.launch.process.RankProcess"),
            Map.entry("org.braid.launch.supervise..", "org.braid.launch.supervise.Supervision"),
            Map.entry("org.braid.launch.output..", "org.braid.launch.output.OutputSink"),
            Map.entry("org.braid.launch.server..", "org.braid.launch.server.JobServer"),
            Map.entry("org.braid.bench..", "org.braid.bench.Bench"),
            Map.entry("org.braid.cli..", "org.braid.cli.Braid"),
            Map.entry("picocli..", "picocli.CommandLine"),
            Map.entry("java.net..", "java.net.URI"),
            Map.entry("java.nio.channels..", "java.nio.channels.Channel"),
            Map.entry("java.util.concurrent..", "java.util.concurrent.Future<?>"));

    @TempDir
    private Path directory;

    /** What some row must not use. */
    private record Forbidden(Layers.Row row, String root) {
        String body() {
            return A_TYPE_OF.get(root) + " used;";
        }
    }

    private static final List<Forbidden> ALL = Layers.ROWS.stream().flatMap(row -> Stream.of(row.mayNotUse()).map(root -> new Forbidden(row, root))).toList();

    @TempDir
    private static Path garden = Path.of("");

    /** All of them at once, since the compiler takes longer to begin than to compile one. */
    @BeforeAll
    static void sow() {
        Plant plant = new Plant();
        ALL.forEach(each -> plant.add(each.row().who(), each.body()));
        plant.sow(garden);
    }

    static Stream<Arguments> forbiddenUses() {
        return IntStream.range(0, ALL.size()).mapToObj(i -> Arguments.of(ALL.get(i).row(), ALL.get(i).root(), i));
    }

    @ParameterizedTest
    @MethodSource
    void forbiddenUses(Layers.Row row, String root, int number) {
        assertCaught(row.rule(), Plant.pick(garden, row.who(), number), row.who() + " that uses " + root);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "long now() { return System.nanoTime(); }",
        "long now() { return System.currentTimeMillis(); }",
        "java.util.Random dice;",
        "java.security.SecureRandom chance;",
        "Thread worker;",
        "java.io.InputStream in;",
        "java.net.Socket socket;",
        "java.util.concurrent.locks.Lock lock;"
    })
    void aCoreThatIsNotPure(String body) {
        assertCaught(Layers.coresArePure(), "org.braid.pipe.log", body);
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

    @ParameterizedTest
    @ValueSource(strings = {
        "long now() { return System.nanoTime(); }",
        "void pause() { Thread.yield(); }",
        "void sleep() throws InterruptedException { Thread.sleep(1); }",
        "void park() { java.util.concurrent.locks.LockSupport.parkNanos(this, 1); }"
    })
    void theMachinesTime(String body) {
        assertCaught(House.onlyTheClockOfAnAddressSpaceIsRead(), "org.braid.link", body);
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
        assertCaught(House.onlyTheCommandLineUsesLibraries(), "org.braid.devices.pass", "net.jpountz.lz4.LZ4Factory factory;");
    }

    @Test
    void aSecondLibraryOfTheOneDeviceThatHasOne() {
        assertCaught(House.oneDeviceUsesOneLibrary(), "org.braid.devices.lz4", "org.junit.jupiter.api.TestInfo info;");
        assertCaught(House.oneDeviceUsesOneLibrary(), "org.braid.devices.lz4", "net.jpountz.util.Utils utils;");
    }

    @Test
    void moreOfBouncyCastleThanTheJarHas() {
        assertCaught(House.theAuthorityUsesOneLibrary(), "org.braid.boot.authority", "org.bouncycastle.crypto.Digest digest;");
    }

    @Test
    void aDeviceThatKnowsAnother() throws IOException {
        Path pass = directory.resolve("org/braid/devices/pass/PassDevice.class"); // both devices have to be seen
        Files.createDirectories(pass.getParent());
        try (InputStream compiled = Objects.requireNonNull(PassDevice.class.getResourceAsStream("PassDevice.class"))) {
            Files.copy(compiled, pass);
        }
        assertCaught(Layers.devicesDoNotKnowEachOther(), "org.braid.devices.chaos", "org.braid.devices.pass.PassDevice pass;");
    }

    @Test
    void aPublicMethodThatNobodyElseCalls() {
        assertCaught(Visibility.publicMethodsHaveCallersElsewhere(), "org.braid.link", "public void open() {} void call() { open(); }");
    }

    private void assertCaught(ArchRule rule, String root, String body) {
        assertCaught(rule, new Plant().add(root, body).grow(directory), root + " { " + body + " }");
    }

    private static void assertCaught(ArchRule rule, JavaClasses classes, String what) {
        assertTrue(rule.evaluate(classes).hasViolation(), () -> what + " was let through by: " + rule.getDescription());
    }
}
