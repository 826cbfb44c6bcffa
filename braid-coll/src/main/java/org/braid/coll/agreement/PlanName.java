package org.braid.coll.agreement;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.jspecify.annotations.Nullable;

/**
 * By which algorithm a call is carried out, and what that was told: in the eight bits that a signature has for it, and in twelve more of those that are told something:
 * <pre>
 *   19    8 7                        0
 *  | more  | 16 + 10 · which + told  |     which: among those that serve the operation, in the order of the catalogue, 24 at most; told: 0 for as it comes, else 1 to 9, of a hash of the text, and more of it
 * </pre>
 * Reductions between two groups are called by the name of another operation, among whose algorithms theirs are not: their plans have the names that are left, 3 to 7, and 8 to 15 if they are told something.
 *
 * <p>Members whose rules differ (a {@code BRAID_COLL} that some of them do not have) are told both algorithms by name, instead of waiting for messages that nobody sends. Of two ways to tell one algorithm one in 36,864 pairs has the
 * same hash, and goes unnoticed here.
 */
public final class PlanName {
    /** Nothing is said: the call is to go over memory that the members share, if all of them can. */
    public static final int NONE = 0;

    /** By no algorithm of messages, but over memory that the members share. */
    public static final int SHARED_MEMORY = 1;

    /** Likewise, of several hosts, in brackets that do not depend on where ranks are. */
    public static final int SHARED_MEMORY_KEEPING_BITS = 2;

    /** The first of the names of reductions between two groups, of as many algorithms as follow. */
    private static final int OF_GROUPS = 3;

    /** The first of their names that say that an algorithm is told something, a hash of which they have in three bits. */
    private static final int OF_GROUPS_TOLD = 8;

    /** The first of the names of all others. */
    private static final int FIRST = 16;

    /** So many names are of one algorithm. */
    private static final int WAYS = 10;

    private static final int HASH = 0x9E3779B9;
    private static final int NAME_BITS = 8;
    private static final int NAME_MASK = (1 << NAME_BITS) - 1;

    /** How many bits {@link #more} has. */
    static final int MORE_BITS = 12;

    /** How many algorithms of one operation have names. */
    static final int MOST_SERVING = ((1 << NAME_BITS) - FIRST) / WAYS;

    private PlanName() {}

    /** Of this algorithm of those that serve the operation; {@code tuning} is what it was told, if anything. */
    public static int of(Operation operation, Algorithm algorithm, @Nullable Tuning tuning) {
        if (operation == Operation.NEIGHBOR_REDUCE) {
            return ofGroups(algorithm, tuning);
        }
        int asItComes = FIRST + WAYS * serving(operation).indexOf(algorithm);
        if (tuning == null) {
            return asItComes;
        }
        int hash = tuning.toString().hashCode() * HASH; // texts that differ in one digit have hashes that differ in their last bits
        return (hash >>> Integer.SIZE - MORE_BITS) << NAME_BITS | asItComes + 1 + Integer.remainderUnsigned(hash, WAYS - 1);
    }

    private static int ofGroups(Algorithm algorithm, @Nullable Tuning tuning) {
        return tuning == null
                ? OF_GROUPS + serving(Operation.NEIGHBOR_REDUCE).indexOf(algorithm)
                : OF_GROUPS_TOLD | tuning.toString().hashCode() * HASH >>> Integer.SIZE - 3;
    }

    /** What a signature has eight bits for. */
    static int inBrief(int name) {
        return name & NAME_MASK;
    }

    /** The rest of the hash of what an algorithm was told. */
    static int more(int name) {
        return name >>> NAME_BITS;
    }

    /** With the rest of the hash again. */
    static int with(int brief, int more) {
        return more << NAME_BITS | brief;
    }

    /** Whether its algorithm was told something. */
    static boolean isTold(int name) {
        return inBrief(name) >= FIRST && told(name) != 0;
    }

    private static int told(int name) {
        return (inBrief(name) - FIRST) % WAYS;
    }

    /** Whether it says that a call goes over memory that members share. */
    static boolean isShared(int name) {
        return name <= SHARED_MEMORY_KEEPING_BITS;
    }

    /** In the order in which names count them: at most {@link #MOST_SERVING}, which a test holds. */
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
        if (inBrief(name) < FIRST) {
            return name < OF_GROUPS_TOLD ? " by " + serving(Operation.NEIGHBOR_REDUCE).get(name - OF_GROUPS).text() : " by an algorithm told to work in a way of its own (" + name + ")";
        }
        List<Algorithm> serving = operation == null ? List.of() : serving(operation);
        int which = (inBrief(name) - FIRST) / WAYS;
        String algorithm = which >= 0 && which < serving.size() ? serving.get(which).text() : "algorithm " + (which + 1);
        int told = told(name);
        return " by " + algorithm + (told == 0 ? "" : " told to work in a way of its own (" + (operation == null || which >= serving.size() ? "" : likely(operation, serving.get(which), name)) + (WAYS * more(name) + told) + ")");
    }

    /** Of what people say the first that has this hash: another one would have it once in some hundreds of times. */
    private static String likely(Operation operation, Algorithm algorithm, int name) {
        for (String text : LikelyTunings.of(algorithm.keys())) {
            if (of(operation, algorithm, Tuning.parse(text, algorithm.keys())) == name) {
                return "as of " + text + ", ";
            }
        }
        return "";
    }
}
