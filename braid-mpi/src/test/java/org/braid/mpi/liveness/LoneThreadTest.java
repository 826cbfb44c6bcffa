package org.braid.mpi.liveness;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.CompletionHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Whose threads count. */
class LoneThreadTest {
    @Test
    void threadsOfOursThatRunTheProgramsCodeCountAsTheProgramsOwn() {
        assertTrue(LoneThread.isOfTheRuntime(named("braid-news")));
        assertFalse(LoneThread.isOfTheRuntime(named("worker")));
        assertFalse(LoneThread.isOfTheRuntime(ProgramThread.unstarted("objects", () -> {})));
    }

    /** A completion handler of an asynchronous channel may send, and so may what waits for the end of a child. */
    @Test
    void threadsOfTheJdksThatCallTheProgramCountAsItsOwn() throws Exception {
        AtomicReference<Thread> handler = new AtomicReference<>();
        CountDownLatch hasCome = new CountDownLatch(2);
        Process child = new ProcessBuilder("true").start();
        CompletableFuture<Void> told = child.onExit().thenRun(hasCome::countDown);
        Path empty = Files.createTempFile("braid", "lone");
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(empty)) {
            channel.read(ByteBuffer.allocate(1), 0, handler, new CompletionHandler<>() {
                @Override
                public void completed(Integer read, AtomicReference<Thread> whose) {
                    whose.set(Thread.currentThread());
                    hasCome.countDown();
                }

                @Override
                public void failed(Throwable why, AtomicReference<Thread> whose) {
                    throw new AssertionError(why);
                }
            });
            hasCome.await();
        } finally {
            Files.delete(empty);
        }
        told.get();
        assertFalse(LoneThread.isOfTheRuntime(Objects.requireNonNull(handler.get())));
        Set<Thread> all = Thread.getAllStackTraces().keySet();
        assertTrue(all.stream().filter(each -> each.getName().startsWith("process reaper")).noneMatch(LoneThread::isOfTheRuntime), all::toString);
        assertTrue(all.stream().filter(each -> each.getName().matches("Reference Handler|Finalizer|Signal Dispatcher|Common-Cleaner|Cleaner-0")).allMatch(LoneThread::isOfTheRuntime), all::toString);
    }

    private static Thread named(String name) {
        return Thread.ofPlatform().name(name).unstarted(() -> {});
    }
}
