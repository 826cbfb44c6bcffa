package org.braid.mpi.file.collective;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Machine;
import org.braid.mpi.completion.Outstanding;
import org.jspecify.annotations.Nullable;

/** One call of all ranks of a file, under way: moved on by whoever waits, one thread at a time. */
abstract class CollectiveCall implements Machine {
    private final Mail mail;
    private final List<Pending> waits = new ArrayList<>();

    CollectiveCall(Mail mail) {
        this.mail = mail;
    }

    /** Messages that are waited for together. */
    final Pending newPending() {
        Pending more = new Pending(mail);
        waits.add(more);
        return more;
    }

    @Override
    public void watch(@Nullable Completion news) {
        for (Pending each : waits) {
            each.watch(news);
        }
    }

    @Override
    public void list(Outstanding all) {
        for (Pending each : waits) {
            each.list(all);
        }
    }

    /** It has failed here: nothing of it goes on. */
    final void abandon() {
        for (Pending each : waits) {
            each.abandon();
        }
    }
}
