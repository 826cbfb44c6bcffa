package org.braid.link.select;

import org.braid.base.wire.ContextId;

/**
 * By what way a lane reaches its peer, once it does: one line of {@code --report links}; another one if the connection is made anew.
 *
 * @param from this context
 * @param to the peer
 * @param method the lane's
 * @param way interface, both addresses and protection, for people
 * @param inVain each place that was tried before, with its answer; "" if the first one answered, or the peer has called
 */
public record ConnectionReport(ContextId from, ContextId to, String method, String way, String inVain) {
    @Override
    public String toString() {
        String head = from.number() + " -> " + to.number() + ": " + method + " by " + way;
        return inVain.isEmpty() ? head : head + "; tried in vain: " + inVain;
    }
}
