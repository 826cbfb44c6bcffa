package org.braid.cli.run;

/** The command line cannot be carried out as it stands: what is wrong, and what to write instead. */
public final class UsageError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Wrong words: exit code 2, as every shell tool has it. */
    public static final int USAGE = 2;

    /** The program is there but cannot be run. */
    public static final int NOT_RUNNABLE = 126;

    /** The program is not there. */
    public static final int NOT_FOUND = 127;

    private final String hint;
    private final int exitCode;

    public UsageError(String what, String hint) {
        this(USAGE, what, hint);
    }

    public UsageError(int exitCode, String what, String hint) {
        super(what, null, false, false);
        this.hint = hint;
        this.exitCode = exitCode;
    }

    public String hint() {
        return hint;
    }

    public int exitCode() {
        return exitCode;
    }
}
