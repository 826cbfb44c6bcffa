package org.braid.bench.figure;

/** Whose work a figure is. */
public enum Who {
    /** The build of Braid whose {@code braid bench} runs. */
    OURS("braid"),
    /** The build that it is measured against. */
    OTHER("other"),
    /** Another system at the same work. */
    PEER("");

    private final String word;

    Who(String word) {
        this.word = word;
    }

    /** How tables name it: {@code braid mpi-single}, {@code other link}, {@code openmpi}. */
    public String label(String name) {
        return (word + " " + name).strip();
    }
}
