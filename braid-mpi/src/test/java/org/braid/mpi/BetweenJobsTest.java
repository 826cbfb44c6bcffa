package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.reference.CountedLco;
import org.braid.mpi.reference.CountedLcos;
import org.braid.mpi.reference.SlotAddress;
import org.junit.jupiter.api.Test;

/** A name says how its owner is reached: processes of different jobs, which no directory knows, need nothing else. */
class BetweenJobsTest {
    private static final int INT = 4;

    @Test
    void aSlotOfAnotherJobsObjectIsReachedAndCountedByItsNameAlone() throws InterruptedException {
        try (AddressSpace space = new AddressSpace(64 << 20)) {
            ContextConfig config = ContextConfig.alone().withSpace(space).withCoresForAll(false);
            try (Context here = Context.open(config.withId(new ContextId(1, 1, 0))); Context there = Context.open(config.withId(new ContextId(2, 2, 0)))) {
                CountedLcos ofReceiver = MpiProcess.open(here, true).counted();
                CountedLcos ofSender = MpiProcess.open(there, true).counted();
                CountedLco receiver = ofReceiver.create();
                receiver.addReceiveSlots(1);
                Thread sender = Thread.ofPlatform().start(() -> {
                    ofSender.learn(receiver.lco().name().context(), ofReceiver.table());
                    CountedLco end = ofSender.create();
                    end.addSendSlots(List.of(new SlotAddress(receiver.lco().name(), 0, 0)));
                    end.lco().send(new int[] {42}, 0, 4, INT, 0, 7);
                    end.close();
                });
                int[] got = new int[1];
                Lco from = receiver.lco();
                from.completions().finish(from.recv(got, 0, 4, INT, 0, 7));
                assertEquals(42, got[0]);
                Request last = from.recv(got, 0, 4, INT, 0, 7);
                MpiFailure told = assertThrows(MpiFailure.class, last::check);
                assertEquals(ErrorClass.NO_SENDER, told.errorClass());
                from.completions().release(last);
                sender.join();
                receiver.close();
            }
        }
    }
}
