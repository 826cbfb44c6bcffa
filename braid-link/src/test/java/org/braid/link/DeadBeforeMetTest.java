package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.select.Directory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A context that nothing reaches any more because its process has ended: who turns to it for the first time is told of the end, not of the methods. */
class DeadBeforeMetTest implements Directory {
    private static final ContextId DEAD = new ContextId(1, 2, 1);

    private final BraidException death = new BraidException(ErrorCode.PEER_LOST, "Rank 1 has died", "it was killed by signal 9", "See its last words");
    private final List<BraidException> told = new ArrayList<>();
    private final Context context = Context.open(ContextConfig.alone().withServes(false).withId(new ContextId(1, 2, 0)).withDirectory(this));
    private final int handler = context.register("test.dead", (to, a0, a1, a2, a3, payload) -> {});
    private @Nullable DescriptorTable table = DescriptorTable.EMPTY;
    private @Nullable BraidException end = death;

    @Override
    public @Nullable DescriptorTable tableOf(ContextId whose) {
        return table;
    }

    @Override
    public @Nullable BraidException endOf(ContextId whose) {
        return end;
    }

    @AfterEach
    void close() {
        context.close();
    }

    private BraidException send() {
        Startpoint there = context.startpointTo(DEAD, 5);
        return assertThrows(BraidException.class, () -> there.send(handler, 0, 0, 0, 0, null, 0, 0));
    }

    @Test
    void itsEndIsWhatEverySendReportsAndWhatListenersAreToldOnce() {
        context.onFailure((peer, cause) -> told.add(cause));
        assertSame(death, send());
        table = null; // it had not even said how it is reached
        assertSame(death, send());
        context.peerFailed(DEAD, new BraidException(ErrorCode.PEER_LOST, "Rank 1 has died", "the launcher says so too", "See its last words"));
        assertEquals(List.of(death), told);
    }

    @Test
    void whoHasEndedInGoodOrderHasFailedNobodyButWhoTurnsToIt() {
        context.onFailure((peer, cause) -> told.add(cause));
        end = new BraidException(ErrorCode.PEER_ENDED, "Rank 1 has ended", "it had done its part", "Send earlier");
        assertSame(end, send());
        assertSame(end, send());
        assertEquals(List.of(), told);
    }

    @Test
    void aContextThatLivesButIsNotReachedGetsItsMethodsListed() {
        end = null;
        assertEquals(ErrorCode.NO_METHOD, send().code());
        table = null;
        assertEquals(ErrorCode.NO_METHOD, send().code());
        assertNull(context.startpointTo(DEAD, 5).peer().failure());
    }
}
