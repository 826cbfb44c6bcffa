package org.braid.mpi;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.mpi.match.Posted;

/** "mpi.enqueue": an MPI message arrives at a receive slot of the LCO addressed. Budget in the common case: one match, one copy, no allocation. */
final class EnqueueHandler implements Handler {
    private final Engine engine;

    EnqueueHandler(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void handle(Endpoint to, int slot, int tag, int word, int extra, Payload payload) {
        if (!(to.userData() instanceof Lco lco) || !Envelope.makesSense(slot, lco.receiveSlots(), tag, word)) {
            throw notMeant(to, slot, tag, word);
        }
        Posted met = lco.arrive(word, slot, tag);
        if (met != null) {
            engine.receiving.meet((Request) met, slot, tag, word, extra, payload);
        } else {
            keep(lco, slot, tag, word, extra, payload);
        }
    }

    /** A run of messages that are alike but for their tags. A loop of its own, though the steps are the same: a message that comes alone is quicker without it. */
    @Override
    public void handleRun(Endpoint to, int slot, int firstTag, int word, int extra, Payload payload) {
        if (!(to.userData() instanceof Lco lco) || !Envelope.makesSense(slot, lco.receiveSlots(), firstTag, word)) {
            throw notMeant(to, slot, firstTag, word);
        }
        int tag = firstTag;
        do {
            Posted met = lco.arrive(word, slot, tag);
            if (met != null) {
                engine.receiving.meet((Request) met, slot, tag, word, extra, payload);
            } else {
                keep(lco, slot, tag, word, extra, payload);
            }
        } while (payload.next() && (tag = payload.a1()) >= 0);
        if (tag < 0) {
            throw notMeant(to, slot, tag, word);
        }
    }

    private void keep(Lco lco, int slot, int tag, int word, int extra, Payload payload) {
        Early early = keepBytes(word, extra, payload);
        if (!lco.inbox().enqueue(early, word, slot, tag)) {
            engine.receiving.discard(early);
            throw engine.exhausted();
        }
        lco.inbox().showToProbes(early);
        if (Envelope.isCollective(word)) {
            lco.agreement().arrived(slot, tag, Envelope.signature(word, extra));
        }
    }

    /** A message stands in a queue only with its bytes: a receive that meets it without them would succeed. */
    private Early keepBytes(int word, int extra, Payload payload) {
        try {
            return engine.receiving.keep(word, extra, payload);
        } catch (Throwable noMemory) {
            throw engine.impairment.lost(Failures.notKept(noMemory));
        }
    }

    private static BraidException notMeant(Endpoint to, int slot, int tag, int word) {
        return new BraidException(
                ErrorCode.INPUT_OUT_OF_RANGE,
                "An MPI message cannot have been meant",
                "endpoint " + to.index() + ", receive slot " + slot + ", tag " + tag + ", word 0x" + Integer.toHexString(word),
                "The sender is broken or runs another build; it names a slot, tag or flag that does not exist here");
    }
}
