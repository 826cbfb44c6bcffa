package org.braid.coll.agreement;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.multilevel.Tuning;
import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * By which algorithm a call is carried out, and what that was told, in the eight bits that a signature has for it:
 * <pre>
 *   7       4 3      0
 *  | 1 + which | told |     which: among those that serve the operation, in the order of the catalogue; told: 0 for as it comes, else a hash of the text
 * </pre>
 * Members whose rules differ (a {@code BRAID_COLL} that some of them do not have) are told both algorithms by name, instead of waiting for messages that nobody sends. Of two ways to tell one algorithm one in fifteen pairs has the
 * same hash, and goes unnoticed here.
 */
public final class PlanName {
    /** Nothing is said: the call is to go over memory that the members share, if all of them can. */
    public static final int NONE = 0;

    /** By no algorithm of messages, but over memory that the members share. */
    public static final int SHARED_MEMORY = 1;

    /** Likewise, of several hosts, in brackets that do not depend on where ranks are. */
    public static final int SHARED_MEMORY_KEEPING_BITS = 2;

    private static final int TOLD_BITS = 4;
    private static final int TOLD_MASK = (1 << TOLD_BITS) - 1;

    private PlanName() {}

    /** Of this algorithm of those that serve the operation; {@code tuning} is what it was told, if anything. */
    public static int of(Operation operation, Algorithm algorithm, @Nullable Tuning tuning) {
        int told = tuning == null ? 0 : 1 + Math.floorMod(tuning.toString().hashCode(), TOLD_MASK);
        return 1 + serving(operation).indexOf(algorithm) << TOLD_BITS | told;
    }

    /** Whether it says that a call goes over memory that members share. */
    static boolean isShared(int name) {
        return name <= SHARED_MEMORY_KEEPING_BITS;
    }

    /** In the order in which names count them: at most fifteen, which a test holds. */
    static List<Algorithm> serving(Operation operation) {
        List<Algorithm> serving = new ArrayList<>();
        for (Algorithm each : Algorithm.values()) {
            if (each.serves(operation)) {
                serving.add(each);
            }
        }
        return serving;
    }

    /** What follows the name of a call: {@code " by binomial"}; {@code operation} is null where that is not known. */
    static String text(@Nullable Operation operation, int name) {
        if (name == NONE) {
            return " over shared memory, if all can"; // what a member says before it shows anything
        }
        if (name == SHARED_MEMORY) {
            return " over shared memory";
        }
        if (name == SHARED_MEMORY_KEEPING_BITS) {
            return " over shared memory, reproducibly";
        }
        List<Algorithm> serving = operation == null ? List.of() : serving(operation);
        int which = (name >>> TOLD_BITS) - 1;
        String algorithm = which >= 0 && which < serving.size() ? serving.get(which).text() : "algorithm " + (which + 1);
        int told = name & TOLD_MASK;
        return " by " + algorithm + (told == 0 ? "" : " told to work in a way of its own (" + told + ")");
    }
}
