package org.braid.mpi.comm;

import java.util.Arrays;
import org.braid.coll.agreement.CallLog;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/**
 * Gathers at one member of a group and tells all of it, in the matching space of collectives but outside of their numbers: a member that is not in the group does not take part. The one is the member of the lowest rank, which
 * members that have the group in different orders agree on.
 *
 * <pre>
 *   each other member ── GIVES: a sum over its group, in its order | whether its other arguments are wrong | its words ──> the lowest one ── ASKS ──> each other member
 *                     ── STAYS, or HAS GONE ──────────────────────────────────>
 *                     <── WORDS: those of all ────────────────────────────────    if all have given the same group
 *                     <── DIFFERS: the group of the lowest one ───────────────    if this one has given another; in answer
 *                     ── SAYS HOW ────────────────────────────────────────────>
 *                     <── REFUSED: who differs, and how ──────────────────────    if others have, or the arguments of a member are wrong
 * </pre>
 *
 * Each message has the number of the member's call that it belongs to: what a member has sent in a call that has failed there, since it was told that it waits in vain, lies at the other one still, and must not make a communicator of which that member knows nothing. Whoever
 * gets a question about such a call says that it has gone, and whoever gets an answer to one passes over it.
 */
final class GroupExchange {
    private static final long GIVES = 1;
    private static final long ASKS = 2;
    private static final long STAYS = 3;
    private static final long HAS_GONE = 4;
    private static final long WORDS = 5;
    private static final long DIFFERS = 6;
    private static final long SAYS_HOW = 7;
    private static final long REFUSED = 8;

    // A message: what it is, the member's call, two words by what it is; behind them words of whoever gives some.
    private static final int CALL = 1;
    private static final int VALUE = 2;
    private static final int MORE = 3;
    private static final int HEAD_LONGS = 4;

    private final Lco comm;
    private final int tag;
    private final long signature;
    private final int[] members;
    private final long[] mine;
    private final long number;
    private final boolean isWrong;

    /**
     * Messages with the same tag and another signature are an error.
     *
     * @param members ranks, in the order of the new ones
     * @param mine what this one says, as many words as the others
     * @param number tells this call from all others of this process
     * @param isWrong this member's other arguments are wrong in themselves, so that the exchange fails, at every member
     */
    GroupExchange(Lco comm, int tag, long signature, int[] members, long[] mine, long number, boolean isWrong) {
        this.comm = comm;
        this.signature = signature;
        this.tag = CallLog.FREE_TAGS | tag & CallLog.FREE_TAGS - 1;
        this.members = members;
        this.mine = mine;
        this.number = number;
        this.isWrong = isWrong;
    }

    /**
     * What the members say, by their places in the group.
     *
     * @throws MpiFailure GROUP if one of them has given another group, or has it in another order
     */
    long[] all() {
        int lowest = lowest(members);
        return comm.rank() == lowest ? gather() : contribute(lowest);
    }

    private static int lowest(int[] members) {
        int lowest = members[0];
        for (int member : members) {
            lowest = Math.min(lowest, member);
        }
        return lowest;
    }

    // ---- at the lowest one

    private long[] gather() {
        long[][] given = new long[members.length][];
        for (int place = 0; place < members.length; place++) {
            given[place] = members[place] == comm.rank() ? gives() : nextGiven(members[place]);
        }
        for (int place = 0; place < members.length; place++) {
            tell(place, given, ASKS, 0, 0);
        }
        for (int place = 0; place < members.length; place++) {
            given[place] = members[place] == comm.rank() ? given[place] : given(members[place], given[place]);
        }
        throwUnlessSame(given);
        throwIfWrong(given);
        return tellAll(given);
    }

    private long[] gives() {
        return message(GIVES, number, GroupCommunicators.sum(members), isWrong ? 1 : 0);
    }

    private long[] nextGiven(int member) {
        long[] next = heard(member);
        while (next[0] != GIVES) {
            next = heard(member); // an answer to a question of an earlier call
        }
        return next;
    }

    /** What a member has given, once it has said that its call goes on. */
    private long[] given(int member, long[] asked) {
        long[] found = asked;
        long[] answer = heard(member);
        while (answer[0] != STAYS || answer[CALL] != found[CALL]) {
            if (answer[0] == GIVES || answer[0] == HAS_GONE && answer[CALL] == found[CALL]) {
                found = answer[0] == GIVES ? answer : nextGiven(member);
                send(member, message(ASKS, found[CALL], 0, 0));
            }
            answer = heard(member);
        }
        return found;
    }

    private void throwUnlessSame(long[][] given) {
        GroupDifference first = null;
        for (int place = 0; place < members.length; place++) {
            if (!isSame(given[place])) {
                GroupDifference found = askHow(place, given[place]);
                first = first == null ? found : first;
            }
        }
        if (first == null) {
            return;
        }
        for (int place = 0; place < members.length; place++) {
            if (isSame(given[place])) {
                tell(place, given, REFUSED, first.member(), first.packed());
            }
        }
        throw first.refused();
    }

    /** All have given the same group. */
    private void throwIfWrong(long[][] given) {
        for (int wrong = 0; wrong < members.length; wrong++) {
            if (given[wrong][MORE] != 0) {
                GroupDifference found = GroupDifference.wrongArguments(comm.rank(), members[wrong]);
                for (int place = 0; place < members.length; place++) {
                    tell(place, given, REFUSED, found.member(), found.packed());
                }
                throw found.refused();
            }
        }
    }

    private boolean isSame(long[] given) {
        return given[VALUE] == GroupCommunicators.sum(members);
    }

    private GroupDifference askHow(int place, long[] given) {
        int member = members[place];
        long[] group = new long[members.length];
        Arrays.setAll(group, i -> members[i]);
        send(member, message(DIFFERS, given[CALL], members.length, 0));
        send(member, group);
        long[] answer = heard(member);
        while (answer[0] != SAYS_HOW || answer[CALL] != given[CALL]) {
            answer = heard(member);
        }
        return GroupDifference.unpacked(comm.rank(), member, answer[VALUE]);
    }

    private long[] tellAll(long[][] given) {
        long[] all = new long[members.length * mine.length];
        for (int place = 0; place < members.length; place++) {
            System.arraycopy(given[place], HEAD_LONGS, all, place * mine.length, mine.length);
        }
        for (int place = 0; place < members.length; place++) {
            tell(place, given, WORDS, 0, 0);
            if (members[place] != comm.rank()) {
                send(members[place], all);
            }
        }
        return all;
    }

    private void tell(int place, long[][] given, long what, long first, long second) {
        if (members[place] != comm.rank()) {
            send(members[place], message(what, given[place][CALL], first, second));
        }
    }

    // ---- at the others

    private long[] contribute(int lowest) {
        send(lowest, gives());
        while (true) {
            long[] told = heard(lowest);
            boolean isOfThisCall = told[CALL] == number;
            if (told[0] == ASKS) {
                send(lowest, message(isOfThisCall ? STAYS : HAS_GONE, told[CALL], 0, 0));
            } else if (told[0] == DIFFERS) {
                sayHow(lowest, told, isOfThisCall);
            } else if (told[0] == REFUSED && isOfThisCall) {
                throw GroupDifference.unpacked(lowest, (int) told[VALUE], told[MORE]).refused();
            } else if (told[0] == WORDS && isOfThisCall) {
                return heard(lowest, members.length * mine.length);
            }
        }
    }

    /** Also of a call that has failed here, for whoever asks waits. */
    private void sayHow(int lowest, long[] told, boolean isOfThisCall) {
        long[] theirs = heard(lowest, (int) told[VALUE]);
        GroupDifference difference = GroupDifference.between(lowest, theirs, comm.rank(), members);
        send(lowest, message(SAYS_HOW, told[CALL], difference.packed(), 0));
        if (isOfThisCall) {
            throw difference.refused();
        }
    }

    // ---- messages

    private long[] message(long what, long call, long first, long second) {
        long[] words = new long[HEAD_LONGS + mine.length];
        words[0] = what;
        words[CALL] = call;
        words[VALUE] = first;
        words[MORE] = second;
        System.arraycopy(mine, 0, words, HEAD_LONGS, mine.length);
        return words;
    }

    private long[] heard(int from) {
        return heard(from, HEAD_LONGS + mine.length);
    }

    private long[] heard(int from, int count) {
        long[] words = new long[count];
        comm.completions().finish(comm.collectiveReceive(words, 0, (long) count * Long.BYTES, from, tag, signature));
        return words;
    }

    private void send(int to, long[] words) {
        Request sent = comm.collectiveSend(words, 0, (long) words.length * Long.BYTES, to, tag, signature);
        if (!comm.isDoneAlways(sent)) {
            comm.completions().finish(sent);
        }
    }
}
