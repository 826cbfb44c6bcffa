package org.braid.mpi.coll;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.coll.cost.CostSelection;
import org.braid.coll.cost.Links;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.select.Reproducible;
import org.braid.coll.select.Rule;
import org.braid.coll.select.RuleTable;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** What messages cost between ranks of this job, from a file that was measured or written by hand, or as the job has measured it itself: what algorithms are chosen by. */
public final class JobProfile {
    /** No profile is longer. */
    public static final int MOST_BYTES = 64 << 10;

    private final Links links;
    private final int checksum;
    private final boolean leavesBoards;

    private JobProfile(String text, boolean leavesBoards) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        this.links = new Links();
        this.checksum = (int) sum.getValue();
        this.leavesBoards = leavesBoards;
        links.read(text);
    }

    /**
     * Reads the file.
     *
     * @throws BraidException if it cannot be read ({@code FILE_UNREADABLE}), or a line of it cannot be meant ({@code NETWORK_INVALID})
     */
    public static JobProfile of(String file) {
        String text = text(file);
        try {
            return new JobProfile(text, false);
        } catch (BraidException wrongLine) {
            throw new BraidException(wrongLine.code(), "The profile " + file + " that BRAID_PROFILE names cannot be meant", wrongLine.why(), "Name a file that braid bench profile has written", wrongLine);
        }
    }

    /** What a {@link MeasuredProfile} says of messages. Calls go over shared memory as in a job without a profile. */
    public static JobProfile measured(String text) {
        return new JobProfile(text, true);
    }

    private static String text(String file) {
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw unreadable(file, "it is a directory", null);
            }
            if (Files.size(path) > MOST_BYTES) {
                throw unreadable(file, "it has more than " + MOST_BYTES + " bytes", null);
            }
            return Files.readString(path);
        } catch (IOException e) {
            throw unreadable(file, why(e), e);
        }
    }

    /** Why a profile could not be read, in words. */
    public static String why(IOException failed) {
        return failed instanceof NoSuchFileException ? "there is no such file" : failed instanceof CharacterCodingException ? "it is not UTF-8" : String.valueOf(failed.getMessage());
    }

    private static BraidException unreadable(String file, String why, @Nullable IOException cause) {
        return new BraidException(ErrorCode.FILE_UNREADABLE, "the profile " + file + " that BRAID_PROFILE names", why, "Name a file that braid bench profile has written, there on every host", cause);
    }

    /** Equal for equal files. */
    public int checksum() {
        return checksum;
    }

    /** Whether it says what shared memory costs. Jobs under one that does not go by messages, as they did before there were such lines. */
    public boolean knowsBoards() {
        return leavesBoards || links.knowsBoards();
    }

    /**
     * What chooses by it among ranks of that topology; rules set by hand stand before.
     *
     * @param keepsBits whether reductions give the same bits wherever ranks are
     */
    public Selection selection(Topology topology, RuleTable rules, boolean keepsBits) {
        Selection byCost = new CostSelection(links.of(topology.everything()), rules, keepsBits);
        Selection chosen = keepsBits ? new Reproducible(byCost, topology) : byCost;
        return leavesBoards ? new MessagesOnly(chosen) : chosen;
    }

    /** Says nothing of memory that members share: what was measured is messages alone. */
    private record MessagesOnly(Selection others) implements Selection {
        @Override
        public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
            return others.choose(operation, size, root, bytes, crowded, commutative);
        }

        @Override
        public Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded) {
            return others.choose(operation, size, neighbourhood, bytes, crowded);
        }

        @Override
        public Selection beforeAgreement() {
            return new MessagesOnly(others.beforeAgreement());
        }
    }
}
