package org.braid.mpi.meeting;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.os.Entropy;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * What a group learns of another one through its leader, which alone has a stream to the other leader. If that fails all members are told alike.
 *
 * <pre>
 *   leader ── count        | length | the first words ──> its group ; the rest follows if there is more
 *             -1 - class   | length | the text's bytes    if it has failed
 * </pre>
 */
final class LeaderTalk implements Closeable {
    private static final int HEAD = 2;

    /** So many go with the head: sizes and hosts do, and names of few members. */
    private static final int FIRST_WORDS = 14;

    private final CollectiveRuns local;
    private final int leader;
    private final Purpose purpose;
    private final int build;
    private final Supplier<Talk> opening;
    private final Beside beside;
    private @Nullable Talk talk;

    /**
     * @param opening reaches the other leader; called at the leader alone, by the first swap
     * @param beside where the leader waits for the stream
     */
    LeaderTalk(CollectiveRuns local, int leader, Purpose purpose, int build, Supplier<Talk> opening, Beside beside) {
        this.local = local;
        this.leader = leader;
        this.purpose = purpose;
        this.build = build;
        this.opening = opening;
        this.beside = beside;
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
        local.bcast(purpose, ours, leader);
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

    private long[] swap(long[] ours, boolean isSecret) {
        if (local.lco().rank() != leader) {
            return hear();
        }
        long[] theirs;
        try {
            theirs = beside.await(() -> open(isSecret).swap(ours));
            if (isSecret && theirs.length != ours.length) {
                throw new IOException("it says " + theirs.length + " words where " + ours.length + " were expected");
            }
        } catch (IOException | RuntimeException failed) {
            MpiFailure told = failure(failed);
            tell(-1 - told.errorClass().value(), bytes(told));
            throw told;
        }
        tell(theirs.length, theirs);
        return theirs;
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
            known = opening.get();
            talk = known;
            known.greet(build);
        }
        return known;
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

    private void tell(int count, long[] words) {
        long[] first = new long[HEAD + FIRST_WORDS];
        first[0] = count;
        first[1] = words.length;
        int few = Math.min(words.length, FIRST_WORDS);
        System.arraycopy(words, 0, first, HEAD, few);
        local.bcast(purpose, first, leader);
        if (words.length > few) {
            local.bcast(purpose, Arrays.copyOfRange(words, few, words.length), leader);
        }
    }

    private long[] hear() {
        long[] first = new long[HEAD + FIRST_WORDS];
        local.bcast(purpose, first, leader);
        long[] words = new long[(int) first[1]];
        int few = Math.min(words.length, FIRST_WORDS);
        System.arraycopy(first, HEAD, words, 0, few);
        if (words.length > few) {
            long[] rest = new long[words.length - few];
            local.bcast(purpose, rest, leader);
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
    }
}
