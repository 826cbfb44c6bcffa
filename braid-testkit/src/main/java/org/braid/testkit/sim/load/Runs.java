package org.braid.testkit.sim.load;

import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;

/** A handler that goes on to the requests which follow, until it has had enough. */
record Runs(Inbox inbox) implements Handler {
    @Override
    public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        inbox.handle(Mailbox.RUNS, to, a0, a1, a2, a3, payload);
    }

    @Override
    public void handleRun(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {
        handle(to, a0, a1, a2, a3, payload);
        while (inbox.goesOn() && payload.next()) {
            inbox.inRun();
            handle(to, a0, payload.a1(), a2, a3, payload);
        }
    }
}
