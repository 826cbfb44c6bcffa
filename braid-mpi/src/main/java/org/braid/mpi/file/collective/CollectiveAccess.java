package org.braid.mpi.file.collective;

import org.braid.link.progress.Completion;
import org.braid.mpi.completion.Outstanding;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.plan.Domains;
import org.braid.mpi.file.plan.Interleaving;
import org.braid.mpi.file.view.Range;
import org.jspecify.annotations.Nullable;

/**
 * A collective access: the ranks tell each other what they touch; if they would get in each other's way, some of them serve all ({@link TwoPhase}), else each goes by itself. Nobody returns before all are done, and if it fails anywhere all are told.
 *
 * <pre>
 *   ORDER ─> BASE ─> RANGES ─> ALONE ─> VERDICT        an ordered access begins with the first two, others with RANGES
 *                          └─> TOGETHER
 * </pre>
 */
final class CollectiveAccess extends CollectiveCall {
    private enum Stage {
        ORDER,
        BASE,
        RANGES,
        ALONE,
        VERDICT,
        TOGETHER
    }

    private final Mail mail;
    private final Access access;
    private final FileParts parts;
    private final Outcome outcome;
    private final boolean aside;
    private final Pending pending = newPending();
    private final Aside work;

    private Stage stage;
    private Words words;
    private long position;
    private long etypesBefore;
    private @Nullable MpiFailure mistake;
    private @Nullable TwoPhase together;
    private @Nullable MpiFailure failure;

    /** @param aside whether the own part of it is done by another thread than the caller's */
    CollectiveAccess(Mail mail, Access access, FileParts parts, Outcome outcome, boolean aside) {
        super(mail);
        this.mail = mail;
        this.access = access;
        this.parts = parts;
        this.outcome = outcome;
        this.aside = aside;
        this.work = new Aside(parts);
        this.position = access.position();
        this.mistake = access.mistake();
        this.stage = access.isOrdered() ? Stage.ORDER : Stage.RANGES;
        this.words = access.isOrdered() ? first(access.data().bytes() / access.view().etypeBytes(), 0, 0, 0) : ranges();
    }

    private Words first(long w2, long w3, long w4, long w5) {
        return new Words(mail, pending, access.operation().ordinal(), Verdict.wordOf(mistake), w2, w3, w4, w5, 0, 0);
    }

    private Words ranges() {
        Range range = access.view().range(position, access.data().bytes());
        return first(range.start(), range.end(), Math.min(access.data().bytes(), access.view().meanPieceBytes()), 0);
    }

    @Override
    public boolean advance() {
        while (true) {
            switch (stage) {
                case ORDER, BASE, RANGES -> {
                    if (!words.advance()) {
                        return false;
                    }
                    told();
                }
                case ALONE -> {
                    if (!work.isOver()) {
                        return false;
                    }
                    failure = work.failure();
                    words = new Words(mail, pending, access.operation().ordinal(), Verdict.wordOf(failure));
                    stage = Stage.VERDICT;
                }
                case VERDICT -> {
                    return words.advance() && ended(work.bytes());
                }
                default -> {
                    return together != null && together.advance() && succeeded(together.bytes());
                }
            }
        }
    }

    private boolean ended(long bytes) {
        Verdict.check(mail, access.operation(), words, failure);
        return succeeded(bytes);
    }

    private boolean succeeded(long bytes) {
        outcome.succeed(bytes);
        return true;
    }

    private void told() {
        Verdict.check(mail, access.operation(), words, mistake);
        switch (stage) {
            case ORDER -> {
                words = places();
                stage = Stage.BASE;
            }
            case BASE -> {
                position = (words.word(0, Verdict.WORDS) + etypesBefore) * access.view().etypeBytes();
                words = access.view().reaches(position, access.data().bytes()) ? ranges() : beyond();
                stage = Stage.RANGES;
            }
            default -> begin();
        }
    }

    /** Rank 0 moves the shared pointer for all; each remembers how much of that goes to ranks before it. */
    private Words places() {
        long base = 0;
        try {
            long total = 0;
            for (int rank = 0; rank < mail.size(); rank++) {
                etypesBefore += rank < mail.rank() ? words.word(rank, Verdict.WORDS) : 0;
                total = Math.addExact(total, words.word(rank, Verdict.WORDS));
            }
            base = mail.rank() == 0 ? parts.pointer().applyAsLong(total) : 0;
        } catch (RuntimeException refused) {
            mistake = Outcome.failureOf(refused);
        }
        return new Words(mail, pending, access.operation().ordinal(), Verdict.wordOf(mistake), base);
    }

    /** Rank 0 has looked with its own view, which this one should have, too. */
    private Words beyond() {
        mistake = new MpiFailure(
                ErrorClass.ARG,
                mail.at(access.operation().text()) + " was given a wrong argument",
                access.data().bytes() + " bytes from byte " + position + " of this rank's view on reach beyond what a file can have",
                "Give all ranks the same view for accesses by the shared pointer");
        return first(0, 0, 0, 0);
    }

    private void begin() {
        Range[] touched = new Range[mail.size()];
        long shortest = Long.MAX_VALUE;
        for (int rank = 0; rank < touched.length; rank++) {
            touched[rank] = new Range(words.word(rank, 2), words.word(rank, 3));
            shortest = touched[rank].isEmpty() ? shortest : Math.min(shortest, words.word(rank, 4));
        }
        Range all = Interleaving.hull(touched);
        if (goTogether(touched, shortest) && !all.isEmpty()) {
            Domains domains = new Domains(all, mail.size(), parts.settings().mostAggregators());
            together = new TwoPhase(this, mail, access, position, parts, domains);
            stage = Stage.TOGETHER;
        } else {
            work.start(() -> parts.alone().access(access, position), aside && access.data().bytes() > 0);
            stage = Stage.ALONE;
        }
    }

    private boolean goTogether(Range[] touched, long shortest) {
        Settings settings = parts.settings();
        return switch (settings.together()) {
            case ALWAYS -> !settings.isAtomic();
            case NEVER -> false;
            case AS_IT_PAYS -> !settings.isAtomic() && Interleaving.paysTogether(touched, shortest, settings.isOnOneHost());
        };
    }

    @Override
    public void list(Outstanding all) {
        super.list(all);
        if (stage == Stage.ALONE) {
            all.addMore(); // the disk
        }
    }

    @Override
    public void watch(@Nullable Completion news) {
        super.watch(news);
        work.watch(news);
    }
}
