package org.braid.launch;

import org.braid.launch.output.InputFlow;
import org.braid.launch.process.InputForwarder;
import org.braid.launch.process.Prompter;
import org.braid.launch.process.RankProcess;
import org.braid.launch.server.NativeWait;
import org.jspecify.annotations.Nullable;

/** The user's standard input, which is not touched before rank 0 wants some of it. Main thread only. */
final class UserInput implements RankEvents.InputSource {
    private final RankProcess rank;
    private final InputFlow flow;
    private @Nullable Thread forwarder;

    /** @param rank the one that reads it */
    UserInput(RankProcess rank, InputFlow flow) {
        this.rank = rank;
        this.flow = flow;
    }

    @Override
    public void awaited(long taken, long nowNs) {
        if (forwarder == null) {
            forwarder = NativeWait.start(new InputForwarder(rank, flow), "braid-input");
            Prompter.start(rank, flow);
        }
        flow.awaited(taken, nowNs);
    }

    void end() {
        NativeWait.end(forwarder);
    }
}
