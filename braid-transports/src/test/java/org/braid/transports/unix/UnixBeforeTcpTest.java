package org.braid.transports.unix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.SharedArena;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Policy;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.link.select.LinkReport;
import org.braid.link.spi.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is chosen between processes of one host: shared memory, where that is impossible unix, and tcp last. */
@Timeout(60)
class UnixBeforeTcpTest {
    private static final int MAILBOX = 5;
    private static final ContextId ELSEWHERE = new ContextId(1, 2, 99);
    private static final BraidException NO_MEMORY = new BraidException(ErrorCode.SHARED_MEMORY_MISSING, "No shared memory", "a test has taken it away", "");

    private final List<Context> contexts = new ArrayList<>();
    private final List<AddressSpace> spaces = new ArrayList<>();
    private DescriptorTable elsewhere = DescriptorTable.EMPTY;
    private int handler;
    private int heard;

    /** As a rank sees the others of its host. */
    private final Directory host = new Directory() {
        @Override
        public @Nullable DescriptorTable tableOf(ContextId id) {
            return id.equals(ELSEWHERE) ? elsewhere : contexts.get((int) id.number()).promisedTable();
        }

        @Override
        public @Nullable DescriptorTable wholeTableOf(ContextId id) {
            return id.equals(ELSEWHERE) ? elsewhere : contexts.get((int) id.number()).table();
        }
    };

    private Context open(boolean sharesMemory) {
        return open(sharesMemory, Policy.AUTOMATIC);
    }

    private Context open(boolean sharesMemory, Policy policy) {
        AddressSpace space = sharesMemory ? new AddressSpace(64 << 20) : new AddressSpace(SharedArena.unshared(NO_MEMORY, 64 << 20), Clock.MACHINE);
        spaces.add(space);
        byte[] secret = new byte[32];
        secret[0] = 1;
        Context context = Context.open(ContextConfig.alone().withServes(false).withPolicy(policy).withSpace(space).withDirectory(host).withSecret(secret).withId(new ContextId(1, 2, contexts.size())));
        contexts.add(context);
        context.newEndpoint(MAILBOX, null);
        handler = context.register("host.hear", (to, a0, a1, a2, a3, payload) -> heard++);
        return context;
    }

    @AfterEach
    void close() {
        contexts.forEach(context -> context.close(0));
        spaces.forEach(AddressSpace::close);
    }

    private static List<String> methods(DescriptorTable table) {
        return table.descriptors().stream().map(Descriptor::method).toList();
    }

    @Test
    void aTableNamesSharedMemoryThenUnixThenTcp() {
        assertEquals(List.of("local", "shm", "unix", "tcp", "tls"), methods(open(true).table()));
    }

    @Test
    void whereMemoryIsSharedNobodyListens() {
        DescriptorTable table = open(true).promisedTable();
        assertTrue(SocketPath.isPromised(Objects.requireNonNull(table.find("unix")).body()));
        assertEquals(2, Objects.requireNonNull(table.find("tcp")).body().length, "tcp is promised");
    }

    @Test
    void whereMemoryIsNotSharedUnixListensAndTcpDoesNot() {
        DescriptorTable table = open(false).promisedTable();
        assertEquals(List.of("local", "unix", "tcp", "tls"), methods(table));
        assertTrue(SocketPath.decode(Objects.requireNonNull(table.find("unix")).body()).isAbsolute());
        assertEquals(2, Objects.requireNonNull(table.find("tcp")).body().length, "tcp is promised");
    }

    @Test
    void automaticSelectionTakesUnixWhereMemoryIsNotShared() {
        assertUnixCarries(open(false), open(false));
    }

    /** A promise does not say that its context is on this host: it has to be kept before the policy can be followed. */
    @Test
    void aPolicyByPlacesIsFollowedWhereThePeerHasOnlyPromised() {
        assertUnixCarries(open(false, Policy.parse("host=unix, *=tls")), open(true));
    }

    private void assertUnixCarries(Context a, Context b) {
        List<String> taken = new ArrayList<>();
        a.onLane(report -> taken.add(report.method()));
        a.startpointTo(b.id(), MAILBOX).send(handler, 0, 0, 0, 0, null, 0, 0);
        long deadlineNs = System.nanoTime() + 20_000_000_000L;
        while (heard == 0 && System.nanoTime() - deadlineNs < 0) {
            for (Context each : contexts) {
                each.progress().enter();
                each.progress().poll();
                each.progress().exit();
            }
        }
        assertEquals(1, heard);
        assertEquals(List.of("unix"), taken);
    }

    /** The path of its socket means nothing here. */
    @Test
    void aPeerOfAnotherHostIsReachedByTcp() {
        Context a = open(false);
        Context b = open(false);
        Descriptor unix = new Descriptor(UnixTransport.NAME, SocketPath.encode(Path.of("/run/user/4711/braid-unix-17-1f-0123456789ab/s")));
        elsewhere = DescriptorTable.of(List.of(unix, Objects.requireNonNull(b.table().find("tcp"))));
        List<LinkReport> lanes = new ArrayList<>();
        a.onLane(lanes::add);
        a.startpointTo(ELSEWHERE, MAILBOX).trySend(handler, 0, 0, 0, 0, null, 0, 0);
        assertEquals(List.of("tcp"), lanes.stream().map(LinkReport::method).toList());
        assertTrue(lanes.getFirst().rejected().getFirst().contains("on this host"), () -> lanes.getFirst().rejected().toString());
    }
}
