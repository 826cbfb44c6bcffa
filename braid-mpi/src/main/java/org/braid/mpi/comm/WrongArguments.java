package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Request;

/** A member whose arguments are wrong in themselves takes part in the exchange that a call begins with all the same, and says so there: else the others would wait for it. */
final class WrongArguments {
    /** In place of the number of an object, of which none is negative. */
    private static final long NONE = -1;

    private WrongArguments() {}

    /**
     * Starts this member's part in an exchange that others have started, or will, to make copies of a communicator: it has none. They are told when they wait for theirs.
     *
     * @param longs what each says in that exchange
     */
    static Request startNone(CollectiveRuns members, Purpose purpose, int longs) {
        long[] nothing = new long[longs];
        Arrays.fill(nothing, NONE);
        return new Words(members).startAllgather(purpose, nothing, new long[longs * members.lco().size()], () -> {});
    }

    /**
     * Behind such an exchange.
     *
     * @param said by each member, in as many longs
     * @param close closes what was to be connected
     * @throws MpiFailure ARG if a member has none
     */
    static void throwIfNone(Purpose purpose, long[] said, int longs, Runnable close) {
        for (int rank = 0; rank < said.length / longs; rank++) {
            if (Arrays.stream(said, rank * longs, (rank + 1) * longs).allMatch(each -> each == NONE)) {
                close.run();
                throw at(purpose, rank);
            }
        }
    }

    /**
     * What the program has given.
     *
     * @param given throws what is wrong with it, which is thrown here, too
     * @param tellOthers this member's part in the exchange if something is wrong; the exchange fails then, at every member
     */
    static <T> T checked(Supplier<T> given, Runnable tellOthers) {
        try {
            return given.get();
        } catch (RuntimeException wrong) {
            try {
                tellOthers.run();
            } catch (BraidException told) {
                throw wrong; // the others get the one, and whoever has made the mistake gets what it is
            }
            throw wrong;
        }
    }

    /** For the members whose own arguments are right. */
    static MpiFailure at(Purpose purpose, int rank) {
        return new MpiFailure(
                ErrorClass.ARG, purpose.text() + " cannot be carried out", "the arguments of rank " + rank + " are wrong in themselves", "Look at what rank " + rank + " is told about them");
    }
}
