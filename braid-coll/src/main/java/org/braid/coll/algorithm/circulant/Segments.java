package org.braid.coll.algorithm.circulant;

/**
 * In which phases and rounds the s segments of one vector go over a circulant graph from its root. The last phase ends with the last round, so the first one may begin in its middle.
 *
 * @param idle how many rounds of the first phase there are not
 */
record Segments(CirculantBlocks graph, int count, int idle, int phases) {
    static Segments of(CirculantBlocks graph, int count) {
        int rounds = graph.rounds();
        int idle = rounds == 0 ? 0 : Math.floorMod(1 - count, rounds);
        return new Segments(graph, count, idle, rounds == 0 ? 0 : (idle + count - 1 + rounds) / rounds);
    }

    /** The first round of a phase. */
    int first(int phase) {
        return phase == 0 ? idle : 0;
    }

    /** What comes to a rank, counted from the root. */
    Firsts firsts(int rank) {
        return new Firsts(this, graph.received(rank));
    }

    /** Which segment a rank gets in each round, and had not before. */
    static final class Firsts {
        private final Segments segments;
        private final int[] received;
        private final int last; // the round in which it gets the last one for the first time

        private Firsts(Segments segments, int[] received) {
            this.segments = segments;
            this.received = received;
            this.last = last();
        }

        private int last() {
            for (int phase = Math.max(0, segments.phases - 2 * CirculantBcast.EDGE); phase < segments.phases; phase++) {
                for (int k = segments.first(phase); k < received.length; k++) {
                    if (segment(phase, k) == segments.count - 1) {
                        return round(phase, k);
                    }
                }
            }
            return -1;
        }

        private int round(int phase, int k) {
            return phase * received.length + k;
        }

        /** Behind the last segment there is none, so that it comes again. */
        private int segment(int phase, int k) {
            return Math.min(phase * received.length - segments.idle + received[k], segments.count - 1);
        }

        /** -1 in a round without a new one. */
        int at(int phase, int k) {
            int segment = segment(phase, k);
            return segment < 0 || segment == segments.count - 1 && round(phase, k) != last ? -1 : segment;
        }
    }
}
