package org.braid.mpi.lco;

/**
 * Objects that were made ahead for copies of one communicator, in the order in which the program gets them. Each is connected with those of the other members, which have as many left: a copy needs no message then. The caller guards it.
 */
public final class MadeAhead {
    /** An object takes a little less than 1 KiB, and an exchange is a small part of what so many cost. */
    private static final int MOST = 16;

    private Lco[] objects = {};
    private int next;
    private int copies;

    /** None, of a communicator that was not copied yet. */
    public MadeAhead() {}

    /** How many objects the members are to tell each other of at the next exchange: as many as they have copied the communicator before, so that at most half of all are in vain. The same at every member, since all copy alike. */
    public int wanted() {
        return Math.clamp(copies, 1, MOST);
    }

    /** The members have told each other of so many, of which one was got at once. */
    public void count(int told) {
        copies += told;
    }

    /** There are these, but for the first one, which was got at once. */
    public void keep(Lco[] connected) {
        objects = connected;
        next = 1;
    }

    /** Whether the members have to tell each other of more before they copy. */
    public boolean isEmpty() {
        return next >= objects.length;
    }

    /** The next one, where there is one; the program has not {@linkplain Lco#handOut got} it yet. */
    public Lco take() {
        return objects[next++];
    }

    /** The communicator is copied no more. */
    public void close() {
        while (!isEmpty()) {
            take().close();
        }
    }
}
