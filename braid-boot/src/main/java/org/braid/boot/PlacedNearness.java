package org.braid.boot;

import org.braid.base.wire.ContextId;
import org.braid.base.wire.Where;
import org.braid.boot.hosts.JobHost;
import org.braid.link.select.Nearness;

/**
 * Sites are named, they cannot be proved: the job's map says who is on one. One that was measured is none for a policy, which may leave those of a site unprotected, and times can be made by anybody. Where the map makes one host
 * several, it has the word on these, too. A class instead of a lambda, since it starts faster.
 */
record PlacedNearness(Job job) implements Nearness {
    @Override
    public Where of(ContextId peer, Where proven) {
        long rank = peer.number();
        boolean isRank = rank >= 0 && rank < job.size() && peer.equals(job.contextId((int) rank));
        if (!isRank || proven == Where.SELF || !job.placement().isMadeUp() && proven.compareTo(Where.HOST) <= 0) {
            return proven;
        }
        JobHost here = job.placement().hostOf(job.rank());
        JobHost there = job.placement().hostOf((int) rank);
        if (here.number() == there.number()) {
            return proven;
        }
        return !here.site().isEmpty() && here.site().equals(there.site()) && !job.placement().measured().isAny() ? Where.SITE : Where.ANYWHERE;
    }
}
