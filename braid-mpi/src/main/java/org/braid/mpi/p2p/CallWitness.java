package org.braid.mpi.p2p;

/** Is shown the collective messages of one object that come before their receives: they tell what other members call. All calls come with the context's token held. */
public interface CallWitness {
    /**
     * A message of another member's call has come, and no receive waits for it.
     *
     * @param source the member's rank
     * @param call the number of its call, which is the message's tag
     * @param signature what the member believes is being called
     */
    void arrived(int source, int call, long signature);

    /** The program frees the object; whether others may still wait for something here, of which this member has to tell them that it will not come. */
    boolean hasToAnswer();

    /** The object is closed: nothing comes any more. */
    void closed();
}
