package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.spi.Scattered;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;
import org.junit.jupiter.api.Test;

/** Memory that is refused, the user's or our own, costs the call that it belongs to: no message is left behind without its bytes, none is lost silently. */
class RefusedMemoryTest {
    private static final int INT = 5;

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(8);
        }
    }

    @Test
    void aSendToOneselfFromClosedMemoryIsRefusedAndLeavesNoMessageBehind() {
        Ranks.run(1, world -> {
            BraidException refused = assertThrows(BraidException.class, () -> world.send(closed(), 0, 4, INT, 0, 3));
            assertEquals(ErrorCode.MEMORY_UNSUITABLE, refused.code());
            assertNull(world.iprobe(0, 3));
            assertEquals(0, world.completions().liveRequests());
        });
    }

    @Test
    void aSendToOneselfFromClosedMemoryIsTheSendersErrorAndNotTheReceives() {
        Ranks.run(1, world -> {
            int[] got = new int[1];
            Request receive = world.irecv(got, 0, 4, INT, 0, 3);
            assertThrows(BraidException.class, () -> world.send(closed(), 0, 4, INT, 0, 3));
            world.send(new int[] {5}, 0, 4, INT, 0, 3);
            world.completions().finish(receive);
            assertEquals(5, got[0]);
        });
    }

    @Test
    void aMessageThatNoMemoryIsLeftToKeepFailsReceivesInsteadOfArrivingEmpty() {
        AssertionError failed = assertThrows(AssertionError.class, () -> Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.completions().finish(world.recv(null, 0, 0, 0, 1, 1));
                world.send(new int[] {7}, 0, 4, INT, 1, 2);
                world.send(null, 0, 0, 0, 1, 3);
                return;
            }
            Ranks.process(world).receiving.close(); // from now on there is no memory for messages that came early
            world.send(null, 0, 0, 0, 0, 1);
            world.completions().finish(world.recv(null, 0, 0, 0, 0, 3));
            world.completions().finish(world.recv(new int[1], 0, 4, INT, 0, 2));
        }));
        assertEquals(ErrorClass.NO_MEMORY, assertInstanceOf(MpiFailure.class, failed.getCause()).errorClass());
    }

    @Test
    void theSenderOfALongMessageWhoseReceiverHasNoMemoryAnyMoreIsNotToldThatTheReceiverHasFailed() {
        int bytes = 1 << 20;
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.completions().finish(world.recv(null, 0, 0, 0, 1, 1)); // its memory is closed
                MpiFailure refused = assertThrows(MpiFailure.class, () -> world.ssend(new byte[bytes], 0, bytes, INT, 1, 2));
                assertEquals(ErrorClass.NOT_DELIVERED, refused.errorClass());
            } else {
                Request receive;
                try (Arena arena = Arena.ofShared()) {
                    receive = world.irecv(arena.allocate(bytes), 0, bytes, INT, 0, 2);
                }
                world.send(null, 0, 0, 0, 0, 1);
                assertEquals(ErrorClass.BUFFER, assertThrows(MpiFailure.class, () -> world.completions().finish(receive)).errorClass());
            }
        });
    }

    @Test
    void aReceiveIntoMemoryThatRefusesSaysThatTheBufferIsWrongAndNotThatTheSenderHasFailed() {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                world.send(new int[] {7}, 0, 4, INT, 1, 2);
                return;
            }
            Request r = world.recv(ByteBuffer.allocateDirect(4).asReadOnlyBuffer(), 0, 4, 0, 0, 2);
            assertEquals(ErrorClass.BUFFER, Objects.requireNonNull(r.error()).errorClass());
            world.completions().release(r);
        });
    }

    /** Memory of several places, of which all but the first bytes are gone. */
    private static final class HalfGone extends Scattered {
        @Override
        public long bytes() {
            return 4000;
        }

        @Override
        public void gather(long position, MemorySegment to, long at, int bytes) {
            to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, -1);
            throw new IllegalStateException("Already closed");
        }

        @Override
        public void scatter(MemorySegment from, long at, long position, int bytes) {
            throw new IllegalStateException("Already closed");
        }
    }

    @Test
    void aMessageWhoseMemoryRefusesInTheMiddleCostsItsCallAlone() {
        Ranks.run(2, world -> {
            if (world.rank() == 0) {
                BraidException refused = assertThrows(BraidException.class, () -> world.send(new HalfGone(), 0, 4000, INT, 1, 2));
                assertEquals(ErrorCode.MEMORY_UNSUITABLE, refused.code());
                world.send(new byte[4000], 0, 4000, INT, 1, 2);
                world.send(new int[] {7}, 0, 4, INT, 1, 2);
                return;
            }
            Request r = world.recv(new HalfGone(), 0, 4000, INT, 0, 2);
            assertEquals(ErrorClass.BUFFER, Objects.requireNonNull(r.error()).errorClass());
            world.completions().release(r);
            int[] got = new int[1];
            world.completions().finish(world.recv(got, 0, 4, INT, 0, 2));
            assertEquals(7, got[0]);
        });
    }
}
