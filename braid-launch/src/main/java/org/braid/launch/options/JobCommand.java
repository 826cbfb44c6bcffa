package org.braid.launch.options;

/** The commands that start a job, or a part of one; {@link RunOption} says which option belongs to which. */
public enum JobCommand {
    /** A whole job on this host. */
    RUN("run"),
    /** The job's server, which waits for others to bring the ranks. */
    SERVER("server"),
    /** Ranks of this host for a job whose server is elsewhere. */
    JOIN("join");

    private final String word;

    JobCommand(String word) {
        this.word = word;
    }

    /** As it follows {@code braid}. */
    public String word() {
        return word;
    }

    /** Whether it starts a program. */
    boolean hasProgram() {
        return this != SERVER;
    }

    /** Whether it takes a ticket as its first word. */
    boolean hasTicket() {
        return this == JOIN;
    }
}
