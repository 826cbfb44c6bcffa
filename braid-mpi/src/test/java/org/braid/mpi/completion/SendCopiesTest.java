package org.braid.mpi.completion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may be under way from copies at once. */
class SendCopiesTest {
    private static final byte[] MESSAGE = {1, 2, 3, 4, 5, 6};

    private final Context context = Context.open(ContextConfig.alone());
    private final RequestPool requests = new RequestPool();
    private final SendCopies copies = new SendCopies(context.progress(), 10);

    @AfterEach
    void close() {
        context.close();
    }

    private Request send() {
        Request sent = requests.take(Request.Kind.SEND);
        copies.hold(sent, MESSAGE.length);
        return sent;
    }

    @Test
    void aCopyHasWhatTheMemoryHad() {
        assertArrayEquals(new byte[] {3, 4, 5}, copies.of(MESSAGE, 2, 3));
    }

    @Test
    void thereIsNoneBeyondTheBoundAndOneMoreWhenAMessageHasLeftOrItsRequestWasGivenBack() {
        assertNull(copies.of(new byte[11], 0, 11));
        assertNotNull(copies.of(MESSAGE, 0, 6));
        Request first = send();
        assertNull(copies.of(MESSAGE, 0, 6));
        assertNotNull(copies.of(MESSAGE, 0, 4));
        copies.giveUp(4);
        first.complete();
        assertNotNull(copies.of(MESSAGE, 0, 6));
        assertNull(first.base(), "nobody waits for it, and its copy is gone all the same");
        Request second = send();
        second.complete();
        requests.give(second);
        assertNotNull(copies.of(MESSAGE, 0, 6));
    }

    @Test
    void oneThatHasLeftBehindOneThatWaitsMakesRoom() {
        assertNotNull(copies.of(MESSAGE, 0, 5));
        Request first = requests.take(Request.Kind.SEND);
        copies.hold(first, 5);
        assertNotNull(copies.of(MESSAGE, 0, 5));
        Request second = requests.take(Request.Kind.SEND);
        copies.hold(second, 5);
        second.complete();
        assertNotNull(copies.of(MESSAGE, 0, 5));
        assertNull(copies.of(MESSAGE, 0, 1));
    }

    @Test
    void memoryThatCannotBeReadCostsNoRoom() {
        BraidException refused = assertThrows(BraidException.class, () -> copies.of(MESSAGE, 4, 6));
        assertEquals(ErrorCode.MEMORY_RANGE, refused.code());
        assertNotNull(copies.of(MESSAGE, 0, 6));
        assertNull(copies.of(MESSAGE, 0, 5));
    }
}
