package org.braid.mpi.reference;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.link.Context;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Serving;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.Lcos;
import org.braid.mpi.p2p.RequestPool;
import org.jspecify.annotations.Nullable;

/** The counted objects of one process, and the making of them. Made when the first one is asked for. */
public final class CountedLcos {
    private final Context context;
    private final Progress progress;
    private final Lcos objects;
    private final Serving serving;
    private final References references;
    private final Set<CountedLco> open = new LinkedHashSet<>(); // guarded by this

    /** No object yet; others are heard from now on. */
    public CountedLcos(Context context, Lcos objects, RequestPool requests, Serving serving) {
        this.context = context;
        this.progress = context.progress();
        this.objects = objects;
        this.serving = serving;
        this.references = new References(context, requests);
    }

    /** An object without slots (MPI_COMM_CREATE_LOCAL). Nobody else takes part, and nothing is said to anybody. */
    public CountedLco create() {
        Lco made = objects.newLco();
        CountedLco counted;
        progress.enter();
        try {
            counted = new CountedLco(made, this, references, progress);
        } finally {
            progress.exit();
        }
        add(counted);
        return counted;
    }

    /** Others may add send slots that lead to this object of an ordinary communicator. */
    public void makeKnown(Lco object) {
        progress.enter();
        try {
            references.of(object, false);
        } finally {
            progress.exit();
        }
    }

    /** How others reach the objects of this process. */
    public DescriptorTable table() {
        return context.table();
    }

    /** Learns how a process is reached. */
    public void learn(ContextId process, DescriptorTable table) {
        progress.enter();
        try {
            references.learn(process, table);
        } finally {
            progress.exit();
        }
    }

    /**
     * Frees all objects: this process is about to leave MPI.
     *
     * @return the first failure of one of them, if there was any
     */
    public @Nullable MpiFailure closeAll() {
        MpiFailure failure = null;
        for (CountedLco each : openNow()) {
            try {
                each.close();
            } catch (MpiFailure lost) {
                failure = failure == null ? lost : failure;
            }
        }
        return failure;
    }

    private synchronized List<CountedLco> openNow() {
        return List.copyOf(open);
    }

    private synchronized void add(CountedLco made) {
        open.add(made);
        serving.begin(); // those who delete their last slots are answered while nobody here calls
    }

    synchronized void remove(CountedLco freed) {
        if (open.remove(freed)) {
            serving.end();
        }
    }
}
