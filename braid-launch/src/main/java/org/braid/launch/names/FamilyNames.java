package org.braid.launch.names;

import org.braid.boot.names.NameOwner;
import org.braid.launch.process.Recipients;

/** Who answers what ranks of spawned jobs ask about names of ports. Main thread only. */
public interface FamilyNames {
    /** There is no register: see {@link NameKeeper#NONE}. */
    FamilyNames NONE = new FamilyNames() {
        @Override
        public void ask(NameOwner asking, Recipients job, byte[] request) {
            NameKeeper.refuse(job, asking.rank(), request);
        }

        @Override
        public void gone(NameOwner rank) {}

        @Override
        public void over(NameOwner any) {}
    };

    /**
     * A rank asks.
     *
     * @param job among whose ranks it is
     * @param request as it has come
     */
    void ask(NameOwner asking, Recipients job, byte[] request);

    /** A rank has ended. */
    void gone(NameOwner rank);

    /** So have all ranks of its job. */
    void over(NameOwner any);
}
