package org.braid.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.braid.base.wire.ContextId;
import org.braid.mpi.match.EnvelopeCap;
import org.junit.jupiter.api.Test;

/** Where messages of a process to itself go, by the names of its objects. */
class InboxesTest {
    private final ContextId process = new ContextId(7, 8, 9);
    private final Inboxes inboxes = new Inboxes();

    private Inbox opened(int endpoint, int generation) {
        Inbox inbox = new Inbox(new EnvelopeCap(1), new LcoSlots() {});
        inboxes.add(name(endpoint, generation), inbox);
        return inbox;
    }

    private LcoName name(int endpoint, int generation) {
        return new LcoName(process, endpoint, generation);
    }

    @Test
    void eachIsFoundByItsNameHoweverManyThereAre() {
        Inbox[] all = new Inbox[1_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = opened(i, i % 3);
        }
        for (int i = 0; i < all.length; i++) {
            assertSame(all[i], inboxes.of(name(i, i % 3)));
        }
    }

    @Test
    void namesOfWhatIsNotThereFindNothing() {
        Inbox inbox = opened(5, 2);
        assertSame(inbox, inboxes.of(name(5, 2)));
        assertNull(inboxes.of(name(5, 1)), "of an older generation");
        assertNull(inboxes.of(name(4, 2)));
        assertNull(inboxes.of(name(-1, 0)));
        assertNull(inboxes.of(name(1 << 20, 0)));
    }

    @Test
    void anEndpointThatIsGivenOutAgainLeadsToItsNewObjectAlone() {
        Inbox first = opened(70, 1);
        assertSame(first, inboxes.of(name(70, 1)));
        inboxes.remove(name(70, 1));
        assertNull(inboxes.of(name(70, 1)));
        Inbox second = opened(70, 2);
        inboxes.remove(name(70, 1)); // who has gone once more closes nobody else
        assertNull(inboxes.of(name(70, 1)));
        assertSame(second, inboxes.of(name(70, 2)));
    }
}
