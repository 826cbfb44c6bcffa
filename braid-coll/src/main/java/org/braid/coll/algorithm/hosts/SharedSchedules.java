package org.braid.coll.algorithm.hosts;

import org.braid.coll.algorithm.board.BoardSchedules;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.jspecify.annotations.Nullable;

/** Schedules over memory that the members of a communicator share: all of them on one host, or on several those of each. Which calls they serve is the same at every member. */
public final class SharedSchedules {
    private SharedSchedules() {}

    /**
     * Whether there is one.
     *
     * @param size how many members there are
     * @param several the hosts that they are on; null if that is one
     * @param bytes of the vector, or of one block, on the average if blocks have lengths of their own
     * @param placeBytes the most that a member can show in one phase
     * @param mostMembers how many can share memory
     */
    public static boolean serve(Operation operation, int size, @Nullable Hosts several, long bytes, int placeBytes, int mostMembers) {
        int most = several == null ? size : several.mostRanks();
        if (bytes > placeBytes || most < 2 || most > mostMembers) {
            return false;
        }
        return several == null
                ? BoardSchedules.serve(operation) && BoardSchedules.shownBytes(operation, size, bytes) <= placeBytes
                : HostsSchedules.serve(operation, several) && HostsSchedules.shownBytes(operation, several, bytes) <= placeBytes;
    }

    /**
     * This rank's schedule; pure and local.
     *
     * @param keepsBits whether a reduction is to give the same bits wherever ranks are: those that it has on one host in any case
     */
    public static Schedule generate(Shape shape, @Nullable Hosts several, int placeBytes, boolean keepsBits) {
        return several == null ? BoardSchedules.generate(shape, placeBytes) : HostsSchedules.generate(shape, several, placeBytes, keepsBits);
    }
}
