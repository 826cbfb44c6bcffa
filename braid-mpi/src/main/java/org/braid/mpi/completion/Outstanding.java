package org.braid.mpi.completion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.braid.mpi.p2p.Request;

/**
 * What the calls wait for that a process has started: found out for somebody who asks whether anything can end that. As long as none of the {@linkplain #transfers communications} is done, none of these calls goes on, and none of the requests
 * that {@linkplain #standsForACall stand for them} is done. The caller holds the token.
 */
public final class Outstanding {
    private final List<Request> transfers = new ArrayList<>();
    private final Set<Request> wholes = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean isMore;

    /** A call waits for this communication, unless it is done. */
    public void add(Request transfer) {
        if (!transfer.isDone()) {
            transfers.add(transfer);
        }
    }

    /** This request is done when a call is over that is all in here. */
    public void addWhole(Request whole) {
        wholes.add(whole);
    }

    /** Some call waits for something else, such as a disk, or cannot be asked now. */
    public void addMore() {
        isMore = true;
    }

    /** Whether {@link #transfers} are all that calls wait for. */
    public boolean isAll() {
        return !isMore;
    }

    /** The communications of which one has to be done before any of these calls goes on. */
    public List<Request> transfers() {
        return transfers;
    }

    /** Whether the request is done only when a call is over that is all in here. */
    public boolean standsForACall(Request r) {
        return wholes.contains(r);
    }
}
