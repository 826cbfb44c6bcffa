package org.braid.mpi.comm;

import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/** A member whose arguments are wrong in themselves takes part in the exchange that a call begins with all the same, and says so there: else the others would wait for it. */
final class WrongArguments {
    private WrongArguments() {}

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
