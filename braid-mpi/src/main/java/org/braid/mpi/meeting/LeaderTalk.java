package org.braid.mpi.meeting;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.os.Entropy;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * What a group learns of another one through its leader, which alone has a stream to the other leader. If that fails all members are told alike.
 *
 * <pre>
 *   leader ── count        | length | the first words ──> its group ; the rest follows if there is more
 *             -1 - class   | length | the text's bytes    if it has failed
 * </pre>
 *
 * How many words go with the head follows from the sizes of the groups, which all know.
 */
final class LeaderTalk implements Closeable {
    private static final int HEAD = 2;

    /** Sizes and hosts go with the head. */
    private static final int FIRST_WORDS = 14;

    private static final int ANY = -1;

    private final CollectiveRuns local;
    private final Words localWords;
    private final int leader;
    private final Purpose purpose;
    private final int build;
    private final Beside beside;
    private Meetings.@Nullable Way way; // null at members that are no leader, and where it could not be begun
    private @Nullable RuntimeException notBegun;
    private @Nullable Talk talk;

    /**
     * Begins to reach the other leader, at the leader. What that fails with, all members are told by the first swap.
     *
     * @param beside where the leader waits for the stream
     */
    LeaderTalk(CollectiveRuns local, int leader, Purpose purpose, int build, Meetings.Opening opening, Beside beside) {
        this.local = local;
        this.localWords = new Words(local);
        this.leader = leader;
        this.purpose = purpose;
        this.build = build;
        this.beside = beside;
        if (local.lco().rank() == leader) {
            begin(opening);
        }
    }

    private void begin(Meetings.Opening opening) {
        try {
            way = opening.begin();
        } catch (RuntimeException failed) {
            notBegun = failed;
        }
    }

    /**
     * Every member knows that the way was begun, or what that has failed with: the time that the other group takes to follow is used for the first call of this one.
     *
     * @return how many members the other group has, if the leader knows it; else 0
     */
    int tellBegun() {
        if (local.lco().rank() != leader) {
            return (int) hear(FIRST_WORDS)[0];
        }
        Meetings.Way begun = way;
        if (begun == null) {
            throw tellFailed(whyNotBegun(), FIRST_WORDS);
        }
        int size = begun.knownSize();
        tell(1, new long[] {size}, FIRST_WORDS);
        return size;
    }

    /** Every member of this group gets the words of the other; what counts of its own is what the leader gives. */
    long[] swap(long[] ours) {
        return swap(ours, false);
    }

    /** Words that neither leader knew before, and that all members of both groups know from now on, and nobody else. */
    long[] secretWords(int count) {
        long[] ours = new long[count];
        if (local.lco().rank() == leader) {
            Arrays.setAll(ours, i -> Entropy.nextLong());
        }
        long[] theirs = swap(ours, true);
        localWords.bcast(purpose, ours, leader);
        long[] both = new long[count];
        Arrays.setAll(both, i -> ours[i] ^ theirs[i]);
        return both;
    }

    /** Where this member is the leader: the stream to the other one, which is the caller's from now on; else null. */
    @Nullable Talk take() {
        Talk taken = talk;
        talk = null;
        return taken;
    }

    /**
     * Every member of both groups gets what each has said: those of its own group first.
     *
     * @param block of this member; all have as many words
     */
    long[] swapBlocks(long[] block, int remoteSize) {
        long[] ours = localWords.gather(purpose, block, leader);
        int all = (local.lco().size() + remoteSize) * block.length;
        if (local.lco().rank() != leader) {
            return hear(all);
        }
        long[] theirs = swapAtLeader(ours, false, remoteSize * block.length, all);
        long[] both = Arrays.copyOf(ours, all);
        System.arraycopy(theirs, 0, both, ours.length, theirs.length);
        tell(all, both, all);
        return both;
    }

    private long[] swap(long[] ours, boolean isSecret) {
        if (local.lco().rank() != leader) {
            return hear(FIRST_WORDS);
        }
        long[] theirs = swapAtLeader(ours, isSecret, isSecret ? ours.length : ANY, FIRST_WORDS);
        tell(theirs.length, theirs, FIRST_WORDS);
        return theirs;
    }

    /** @param expected how many words the other leader is to say, or {@link #ANY} */
    private long[] swapAtLeader(long[] ours, boolean isSecret, int expected, int withHead) {
        try {
            long[] theirs = beside.await(() -> swapped(open(isSecret), ours));
            if (expected != ANY && theirs.length != expected) {
                throw new IOException("it says " + theirs.length + " words where " + expected + " were expected");
            }
            return theirs;
        } catch (IOException | RuntimeException failed) {
            throw tellFailed(failed, withHead);
        }
    }

    private MpiFailure tellFailed(Exception failed, int withHead) {
        MpiFailure told = failure(failed);
        tell(-1 - told.errorClass().value(), bytes(told), withHead);
        return told;
    }

    private long[] swapped(Talk other, long[] ours) throws IOException {
        try {
            return other.swap(ours);
        } catch (IOException failed) {
            String fate = way == null ? null : way.fate();
            throw fate == null ? failed : new IOException(fate, failed);
        }
    }

    private Talk open(boolean isSecret) throws IOException {
        Talk opened = open();
        if (isSecret && !opened.isPrivate()) {
            throw new MpiFailure(ErrorClass.PORT, purpose.text() + " cannot connect these groups", "what works between them takes a secret that both have, and what they would have to tell each other for one is not protected on its way", "Let one accept at a port, and the other connect to it; or, on one host, let both use shm");
        }
        return opened;
    }

    private Talk open() throws IOException {
        Talk known = talk;
        if (known == null) {
            known = reached();
            talk = known;
            known.greet(build);
        }
        return known;
    }

    private Talk reached() {
        Meetings.Way begun = way;
        if (begun == null) {
            throw whyNotBegun();
        }
        return begun.reach();
    }

    private RuntimeException whyNotBegun() {
        return notBegun == null ? new IllegalStateException("no leader talks to the other group") : notBegun;
    }

    private MpiFailure failure(Exception failed) {
        if (failed instanceof BraidException known) {
            MpiFailure named = MpiFailure.of(known, ErrorClass.PORT);
            return named.errorClass() == ErrorClass.PORT && ofFailure() == ErrorClass.SPAWN ? new MpiFailure(ErrorClass.SPAWN, named) : named;
        }
        return new MpiFailure(ofFailure(), purpose.text() + " has not reached the other group", String.valueOf(failed.getMessage()), "Look at what the other group is told", failed);
    }

    private ErrorClass ofFailure() {
        return purpose == Purpose.SPAWN || purpose == Purpose.MEET_PARENT ? ErrorClass.SPAWN : ErrorClass.PORT;
    }

    /** @param withHead so many words go with the head */
    private void tell(int count, long[] words, int withHead) {
        long[] first = new long[HEAD + withHead];
        first[0] = count;
        first[1] = words.length;
        int few = Math.min(words.length, withHead);
        System.arraycopy(words, 0, first, HEAD, few);
        localWords.bcast(purpose, first, leader);
        if (words.length > few) {
            localWords.bcast(purpose, Arrays.copyOfRange(words, few, words.length), leader);
        }
    }

    private long[] hear(int withHead) {
        long[] first = new long[HEAD + withHead];
        localWords.bcast(purpose, first, leader);
        long[] words = new long[(int) first[1]];
        int few = Math.min(words.length, withHead);
        System.arraycopy(first, HEAD, words, 0, few);
        if (words.length > few) {
            long[] rest = new long[words.length - few];
            localWords.bcast(purpose, rest, leader);
            System.arraycopy(rest, 0, words, few, rest.length);
        }
        if (first[0] < 0) {
            throw new MpiFailure(ErrorClass.of((int) (-1 - first[0])), purpose.text() + " has failed at rank " + leader, text(words), "Look at what rank " + leader + " is told about it");
        }
        return words;
    }

    /** One byte in each word: few are ever told. */
    private static long[] bytes(MpiFailure failure) {
        byte[] text = (failure.what() + ": " + failure.why()).getBytes(StandardCharsets.UTF_8);
        long[] words = new long[text.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = text[i];
        }
        return words;
    }

    private static String text(long[] words) {
        byte[] text = new byte[words.length];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) words[i];
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (talk != null) {
            talk.close();
        }
        if (way != null) {
            way.close();
        }
    }
}
