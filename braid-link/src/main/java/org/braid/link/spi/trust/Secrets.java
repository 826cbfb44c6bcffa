package org.braid.link.spi.trust;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.ContextId;
import org.jspecify.annotations.Nullable;

/**
 * By which secrets a context and its peers believe each other: that of its job, and for contexts of other jobs that of the meeting by which the two know each other. Whoever calls knows whom, and takes the secret of that peer; whoever is called finds which of them the caller
 * knows. The holder of the context's token only.
 */
public final class Secrets {
    /**
     * One of them. Two are equal if they are the same object.
     *
     * @param bits 32 bytes, or none for a context that belongs to no job
     * @param credentials where a certificate comes from whose authority follows from it; null if there is none
     */
    public record Shared(byte[] bits, Credentials.@Nullable Source credentials) {
        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "a secret";
        }
    }

    private final Shared ofJob;
    private final List<Shared> all = new ArrayList<>();
    private final Map<ContextId, Shared> ofOthers = new HashMap<>();

    /** @param ofJob the one that its job's contexts have in common */
    public Secrets(Shared ofJob) {
        this.ofJob = ofJob;
        all.add(ofJob);
    }

    /** That of the context's own job. */
    public Shared ofJob() {
        return ofJob;
    }

    /** The one by which this peer is to be called. */
    public Shared with(ContextId peer) {
        return ofOthers.getOrDefault(peer, ofJob);
    }

    /** All that a caller may know, the job's first. */
    public List<Shared> all() {
        return all;
    }

    /** This peer has it in common with this context from now on, unless they have one already. */
    public void add(ContextId peer, Shared secret) {
        if (ofOthers.putIfAbsent(peer, secret) == null && !all.contains(secret)) {
            all.add(secret);
        }
    }

    /** This peer is a stranger again. */
    public void remove(ContextId peer) {
        Shared known = ofOthers.remove(peer);
        if (known != null && !ofOthers.containsValue(known)) {
            all.remove(known);
        }
    }
}
