package org.braid.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * The layer table of docs/architecture.md: each row may use the rows above it, never below, and what a row must not know is said beside it.
 *
 * <p>Package patterns are ArchUnit's: two dots stand for any number of packages.
 */
final class Layers {
    /** One row: who, the roots that it may not use, and the reason that a violation prints. */
    record Row(String who, String reason, String... mayNotUse) {
        ArchRule rule() {
            return noClasses().that().resideInAPackage(who).should().dependOnClassesThat().resideInAnyPackage(mayNotUse).because(reason)
                    .allowEmptyShould(true);
        }
    }

    private static final String LINK = "org.braid.link..";
    private static final String PROGRESS = "org.braid.link.progress..";
    private static final String CONTROL = "org.braid.link.control..";
    private static final String RECEIVING = "org.braid.link.receiving..";
    private static final String STREAM = "org.braid.link.stream..";
    private static final String BULK = "org.braid.link.bulk..";
    private static final String STRIPE = "org.braid.link.stripe..";
    private static final String SELECT = "org.braid.link.select..";
    private static final String REGION = "org.braid.link.region..";
    private static final String DISPATCH = "org.braid.link.dispatch..";
    private static final String LINK_FACADE = "org.braid.link";
    private static final String PIPE = "org.braid.pipe..";
    private static final String TRANSPORTS = "org.braid.transports..";
    private static final String DEVICES = "org.braid.devices..";
    private static final String BOOT = "org.braid.boot..";
    private static final String COLL = "org.braid.coll..";
    private static final String ENGINE = "org.braid.mpi..";
    private static final String FACADE = "mpi..";
    private static final String ABOVE = "org.braid.mpix..";
    private static final String LAUNCH = "org.braid.launch..";
    private static final String BENCH = "org.braid.bench..";
    private static final String CLI = "org.braid.cli..";
    private static final String PICOCLI = "picocli..";
    private static final String SOCKETS = "java.net..";

    static final List<Row> ROWS = List.of(
            new Row("org.braid.base..", "base is the lowest row", LINK, PIPE, TRANSPORTS, DEVICES, BOOT, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row("org.braid.base.os..", "machine access knows no frame", "org.braid.base.wire..", SOCKETS),
            new Row("org.braid.base.wire..", "the wire is bytes and rules about bytes", "org.braid.base.os..", SOCKETS, "java.nio.channels..", "java.util.concurrent.."),
            new Row(LINK, "nothing in link knows a transport, a rank or a tag", PIPE, TRANSPORTS, DEVICES, BOOT, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row("org.braid.link.spi..", "the SPI knows rings and nobody who uses it", LINK_FACADE, "org.braid.link.chain..", PROGRESS, CONTROL, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row("org.braid.link.ring..", "a ring is memory that two parties share", LINK_FACADE, "org.braid.link.chain..", PROGRESS, CONTROL, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row("org.braid.link.chain..", "a chain asks its context through what surrounds it", LINK_FACADE, PROGRESS, CONTROL, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row(PROGRESS, "who polls knows neither peers nor streams", LINK_FACADE, CONTROL, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row(RECEIVING, "receiving ends do not know who sends", LINK_FACADE, CONTROL, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row(CONTROL, "a conversation does not know its streams", LINK_FACADE, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH),
            new Row(STREAM, "a stream is given its lanes, and knows no long message", LINK_FACADE, STRIPE, "org.braid.link.bulk", SELECT, REGION, DISPATCH),
            new Row(STRIPE, "a striped lane is given its rails", LINK_FACADE, BULK, SELECT, REGION, DISPATCH),
            new Row(BULK, "long messages know no handler", LINK_FACADE, STRIPE, SELECT, REGION, DISPATCH),
            new Row(SELECT, "selection knows no message", LINK_FACADE, BULK, REGION, DISPATCH),
            new Row(REGION, "remote memory knows peers and links, no handler", LINK_FACADE, STRIPE, "org.braid.link.bulk", SELECT, DISPATCH),
            new Row(DISPATCH, "what arrives does not know who opened the context", LINK_FACADE),
            new Row(PIPE, "a lane over any byte pipe knows no pipe", TRANSPORTS, DEVICES, BOOT, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row(TRANSPORTS, "a transport knows links, not jobs", DEVICES, BOOT, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row("org.braid.transports.socket..", "channels serve any transport over sockets", "org.braid.transports.inet..", "org.braid.transports.shm..", "org.braid.transports.tcp..", "org.braid.transports.tls..", "org.braid.transports.unix.."),
            new Row("org.braid.transports.inet..", "ports over TCP serve any transport that protects its connections or does not", "org.braid.transports.shm..", "org.braid.transports.tcp..", "org.braid.transports.tls..", "org.braid.transports.unix.."),
            new Row("org.braid.transports.shm..", "transports do not know each other", "org.braid.transports.socket..", "org.braid.transports.inet..", "org.braid.transports.tcp..", "org.braid.transports.tls..", "org.braid.transports.unix..", SOCKETS),
            new Row("org.braid.transports.tcp..", "transports do not know each other", "org.braid.transports.shm..", "org.braid.transports.tls..", "org.braid.transports.unix.."),
            new Row("org.braid.transports.tls..", "transports do not know each other", "org.braid.transports.shm..", "org.braid.transports.tcp..", "org.braid.transports.unix.."),
            new Row("org.braid.transports.unix..", "transports do not know each other", "org.braid.transports.inet..", "org.braid.transports.shm..", "org.braid.transports.tcp..", "org.braid.transports.tls.."),
            new Row(DEVICES, "a device knows its chain, not what carries it", "org.braid.link", "org.braid.link.chain..", PROGRESS, CONTROL, RECEIVING, STREAM, STRIPE, BULK, SELECT, REGION, DISPATCH, PIPE, TRANSPORTS, BOOT, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row(BOOT, "who is in the job, not what they say to each other", PIPE, TRANSPORTS, DEVICES, COLL, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row("org.braid.boot.ticket..", "a ticket is bytes, whoever brings it", "org.braid.boot.server..", LINK, SOCKETS, "java.nio.channels.."),
            new Row(COLL, "schedules are data for any port; MPI's classes are one user", PIPE, TRANSPORTS, DEVICES, BOOT, ENGINE, FACADE, LAUNCH, BENCH, CLI),
            new Row("org.braid.coll.topology..", "who is near whom does not depend on what is done with it", "org.braid.coll.schedule..", "org.braid.coll.algorithm..", "org.braid.coll.select..", "org.braid.coll.engine..", "org.braid.coll.check..", "org.braid.coll.sim..", "org.braid.coll.cost.."),
            new Row("org.braid.coll.sim..", "virtual time does not know who asks, nor real ports", "org.braid.coll.engine..", "org.braid.coll.select..", "org.braid.coll.check..", "org.braid.coll.cost..", LINK),
            new Row("org.braid.coll.cost..", "what algorithms cost does not depend on who runs them", "org.braid.coll.engine..", "org.braid.coll.check..", LINK),
            new Row(ENGINE, "a class loader per rank may reload the facade and what is above it only", FACADE, ABOVE, PIPE, TRANSPORTS, DEVICES, LAUNCH, BENCH, CLI),
            new Row(ABOVE, "nothing above link touches a transport", PIPE, TRANSPORTS, DEVICES, BOOT, LAUNCH, BENCH, CLI),
            new Row(FACADE, "nothing above link touches a transport; nothing knows what is above the facade", ABOVE, PIPE, TRANSPORTS, DEVICES, LAUNCH, BENCH, CLI),
            new Row(LAUNCH, "ranks are processes, whatever they say to each other; commands know the launcher", PIPE, TRANSPORTS, DEVICES, ENGINE, FACADE, BENCH, CLI, PICOCLI),
            new Row("org.braid.launch.options..", "what was asked for does not depend on how it is done", "org.braid.launch.program..", "org.braid.launch.process..", "org.braid.launch.supervise.."),
            new Row("org.braid.launch.supervise..", "what becomes of a job is decided apart from its processes", "org.braid.launch.process..", "org.braid.launch.output..", "org.braid.launch.server.."),
            new Row(BENCH, "what is measured does not depend on who asks", PIPE, TRANSPORTS, DEVICES, LAUNCH, CLI, PICOCLI));

    private static final String[] PURE = {
        "org.braid.devices.failover..", "org.braid.link.flow..", "org.braid.link.bulk.state..", PIPE, "org.braid.mpi.match..", "org.braid.mpi.topology..", "org.braid.mpi.liveness.deadlock..", "org.braid.mpi.file.view..", "org.braid.mpi.file.plan..", "org.braid.mpi.window.state..", "org.braid.coll.schedule..",
        "org.braid.coll.algorithm..", "org.braid.coll.topology..", "org.braid.coll.sim..", "org.braid.coll.cost..", "org.braid.launch.supervise.."
    };

    private Layers() {}

    static List<ArchRule> all() {
        List<ArchRule> rules = new ArrayList<>();
        for (Row row : ROWS) {
            rules.add(row.rule());
        }
        return rules;
    }

    /** Each device stands alone: what several need is in the package above them. */
    static ArchRule devicesDoNotKnowEachOther() {
        return SlicesRuleDefinition.slices().matching("org.braid.devices.(*)..").should().notDependOnEachOther().because("a device is added, and left out, alone");
    }

    /** Protocol cores are state machines fed with events and a time: the simulated world and the real engine drive the same class. */
    static ArchRule coresArePure() {
        return noClasses().that().resideInAnyPackage(PURE)
                .should().dependOnClassesThat().resideInAnyPackage("java.net..", "java.nio.channels..", "java.nio.file..", "java.util.concurrent..", "java.io..")
                .orShould().dependOnClassesThat().haveFullyQualifiedName("java.lang.Thread")
                .orShould().dependOnClassesThat().haveNameMatching("java\\.util\\.(Random|SplittableRandom)|java\\.security\\.SecureRandom|org\\.braid\\.base\\.os\\.Entropy")
                .orShould().callMethod(System.class, "nanoTime")
                .orShould().callMethod(System.class, "currentTimeMillis")
                .because("a protocol core has no I/O, no clock, no thread and no randomness");
    }
}
