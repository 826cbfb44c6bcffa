package org.braid.mpi.tool;

import java.util.Map;

/**
 * Something that has happened in a process (MPI 4.1, section 15.3.8).
 *
 * @param kind what
 * @param atNs when, by the process's clock
 * @param elements what there is to say of it, by the names that its kind has
 */
public record Event(Kind kind, long atNs, Map<String, String> elements) {
    /** What may happen. */
    public enum Kind {
        /** A lane to another rank was made: {@code to}, {@code method}, {@code why}, {@code rejected}. */
        LANE_OPENED("lane.opened", "a lane to another rank was made: to, method, why, rejected"),
        /** Messages go on by another lane than before: the same elements. */
        LANE_MOVED("lane.moved", "messages go on by another lane than before: to, method, why, rejected"),
        /** Nothing more comes from a rank, or goes to it: {@code peer}, {@code why}. */
        PEER_ENDED("peer.ended", "nothing more comes from a rank, or goes to it: peer, why"),
        /** A collective was called otherwise than before: {@code operation}, {@code algorithm}, {@code reason}, {@code size}, {@code bytes}. */
        ALGORITHM_CHOSEN("coll.algorithm", "the algorithm of a collective was chosen: operation, algorithm, reason, size, bytes");

        private final String text;
        private final String meaning;

        Kind(String text, String meaning) {
            this.text = text;
            this.meaning = meaning;
        }

        /** Its name, words separated by dots. */
        public String text() {
            return text;
        }

        /** What has happened, and what is told of it, for people. */
        public String meaning() {
            return meaning;
        }
    }
}
