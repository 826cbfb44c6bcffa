package org.braid.link.control;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.progress.Progress;
import org.braid.link.progress.Work;

/** Those peers of one context for which something waits to go out. Guarded by the context's token. */
public final class Waiting implements Work {
    private final Progress progress;
    private final List<Correspondent> peers = new ArrayList<>();

    /** Of the context that makes this progress. */
    public Waiting(Progress progress) {
        this.progress = progress;
    }

    /** Something of this peer's waits to go out. Any thread. */
    public void add(Correspondent peer) {
        boolean entered = progress.enterUnlessMine();
        try {
            if (!peers.contains(peer)) {
                peers.add(peer);
            }
        } finally {
            if (entered) {
                progress.exit();
            }
        }
    }

    @Override
    public boolean active() {
        return !peers.isEmpty();
    }

    @Override
    public boolean pending() {
        return !peers.isEmpty();
    }

    @Override
    public int poll() {
        int sent = 0;
        for (int i = peers.size() - 1; i >= 0; i--) {
            Correspondent peer = peers.get(i);
            sent += peer.drain();
            if (peer.nothingWaits()) {
                peers.remove(i);
            }
        }
        return sent;
    }
}
