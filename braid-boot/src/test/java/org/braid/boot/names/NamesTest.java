package org.braid.boot.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.braid.boot.names.NameAnswer.Outcome;
import org.junit.jupiter.api.Test;

/** A rank that asks the register: whose answer it takes, and that it never waits for ever. */
class NamesTest {
    private static final long LONG_NS = 600_000_000_000L;
    private static final long SHORT_NS = 1_000_000L;

    private final LinkedBlockingQueue<byte[]> asked = new LinkedBlockingQueue<>();

    private static <T> CompletableFuture<T> beside(Supplier<T> call) {
        return CompletableFuture.supplyAsync(call, task -> Thread.ofPlatform().start(task));
    }

    private NameRequest next() throws InterruptedException {
        byte[] bytes = asked.poll(60, TimeUnit.SECONDS);
        assertNotNull(bytes);
        NameRequest request = NameRequest.decode(bytes);
        assertNotNull(request);
        return request;
    }

    @Test
    void eachThreadGetsTheAnswerToItsOwnQuestion() throws Exception {
        Names names = new Names(asked::add, LONG_NS);
        CompletableFuture<NameAnswer> one = beside(() -> names.lookup("one"));
        NameRequest first = next();
        CompletableFuture<NameAnswer> two = beside(() -> names.lookup("two"));
        NameRequest second = next();
        names.heard(new NameAnswer(second.id() + 5, Outcome.DONE, "nobody's").toBytes());
        names.heard(new byte[3]);
        names.heard(new NameAnswer(second.id(), Outcome.DONE, "port of " + second.service()).toBytes());
        assertEquals("port of two", two.get().port());
        assertFalse(one.isDone());
        names.heard(new NameAnswer(first.id(), Outcome.UNKNOWN, "").toBytes());
        assertEquals(Outcome.UNKNOWN, one.get().outcome());
    }

    @Test
    void aLauncherWithoutARegisterIsAskedOnce() throws Exception {
        Names names = new Names(asked::add, LONG_NS);
        CompletableFuture<Boolean> areShared = beside(names::areShared);
        names.heard(new NameAnswer(next().id(), Outcome.NO_REGISTER, "").toBytes());
        assertFalse(areShared.get());
        assertEquals(Outcome.NO_REGISTER, names.publish("s", "p"));
        assertTrue(asked.isEmpty());
        assertEquals(Outcome.NO_REGISTER, new Names(null).publish("s", "p"));
    }

    @Test
    void whoHearsNothingForTooLongOrWhoseControlPipeEndsIsTold() throws Exception {
        assertEquals(Outcome.SILENCE, new Names(asked::add, SHORT_NS).publish("s", "p"));
        NameRequest ignored = next();
        Names names = new Names(asked::add, LONG_NS);
        CompletableFuture<Outcome> waiting = beside(() -> names.unpublish("s", "p"));
        ignored = next();
        names.end();
        assertEquals(Outcome.SILENCE, waiting.get());
        assertEquals(Outcome.SILENCE, names.lookup("s").outcome());
    }

    @Test
    void whoIsInterruptedHearsTheAnswerAllTheSame() throws Exception {
        Names names = new Names(asked::add, LONG_NS);
        CompletableFuture<String> asking = beside(() -> {
            Thread.currentThread().interrupt();
            return names.lookup("s").port() + (Thread.interrupted() ? ", interrupted" : "");
        });
        names.heard(new NameAnswer(next().id(), Outcome.DONE, "port").toBytes());
        assertEquals("port, interrupted", asking.get());
    }
}
