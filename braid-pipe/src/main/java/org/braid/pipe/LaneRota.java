package org.braid.pipe;

import java.util.Arrays;

/**
 * Whose turn it is to be read. Each look at a pipe may be a system call, so lanes that brought something lately are read on every turn, and of the others one on each turn.
 *
 * <pre>
 *   0        hot              count
 *   | hot …  | cold …         |          a hot lane without news for {@link #HOT_TURNS} turns changes places and is cold
 * </pre>
 */
final class LaneRota {
    private static final int HOT_TURNS = 512;

    private PipeLane[] lanes = new PipeLane[4];
    private int[] quiet = new int[4];
    private int count;
    private int hot;
    private int nextCold;

    void add(PipeLane lane) {
        if (count == lanes.length) {
            lanes = Arrays.copyOf(lanes, 2 * count);
            quiet = Arrays.copyOf(quiet, 2 * count);
        }
        lanes[count++] = lane;
        heat(count - 1);
    }

    /** It has no more turns. */
    void remove(PipeLane lane) {
        for (int i = 0; i < count; i++) {
            if (lanes[i] == lane) {
                if (i < hot) {
                    swap(i, --hot);
                    i = hot;
                }
                swap(i, --count);
                lanes[count] = null;
                return;
            }
        }
    }

    int count() {
        return count;
    }

    PipeLane at(int index) {
        return lanes[index];
    }

    /** This lane is to be read on every turn for a while. */
    void heat(PipeLane lane) {
        for (int i = hot; i < count; i++) {
            if (lanes[i] == lane) {
                heat(i);
                return;
            }
        }
    }

    int poll(long nowNs) {
        int done = 0;
        for (int i = hot - 1; i >= 0; i--) {
            int news = lanes[i].poll(nowNs);
            done += news;
            if (news > 0) {
                quiet[i] = 0;
            } else if (++quiet[i] >= HOT_TURNS) {
                swap(i, --hot);
            }
        }
        return hot < count ? done + pollOneCold(nowNs) : done;
    }

    /** Reads every lane once: after a sleep nobody knows who woke us. */
    int pollAll(long nowNs) {
        int done = 0;
        for (int i = 0; i < count; i++) {
            done += pollAndHeat(lanes[i], nowNs);
        }
        return done;
    }

    private int pollOneCold(long nowNs) {
        nextCold = nextCold + 1 < count ? Math.max(nextCold + 1, hot) : hot;
        return pollAndHeat(lanes[nextCold], nowNs);
    }

    private int pollAndHeat(PipeLane lane, long nowNs) {
        int news = lane.poll(nowNs); // may change places itself
        if (news > 0) {
            heat(lane);
        }
        return news;
    }

    private void heat(int index) {
        swap(index, hot);
        quiet[hot++] = 0;
    }

    private void swap(int a, int b) {
        PipeLane lane = lanes[a];
        lanes[a] = lanes[b];
        lanes[b] = lane;
        int turns = quiet[a];
        quiet[a] = quiet[b];
        quiet[b] = turns;
    }
}
