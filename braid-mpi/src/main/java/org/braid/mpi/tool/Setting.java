package org.braid.mpi.tool;

import java.util.Locale;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What the environment and the JVM's properties tell a rank: the control variables that are known before there is a job, such as {@code braid info} lists them. */
public enum Setting {
    /** Which algorithm a collective takes. */
    COLL_RULES("coll.rules", "which algorithm a collective takes: allreduce=ring, barrier=central; the same at every rank, for communicators whose first collective comes later", "Braid's own rules", "BRAID_COLL", false),
    /** Whether reductions give the same bits wherever ranks are. */
    COLL_REPRODUCIBLE("coll.reproducible", "whether reductions and scans give the same bits wherever ranks are and whichever algorithm is chosen: true or false; the same at every rank", "false", "BRAID_REPRODUCIBLE", false),
    /** Whether short collectives go over memory that the members on a host share. */
    COLL_SHARED("coll.shared", "whether short blocking collectives go over memory that the ranks on a host share: true or false; the same at every rank", "true", "BRAID_SHARED_COLLECTIVES", false),
    /** Whether what was started goes on while the program computes. */
    PROGRESS("progress", "who moves on what was started, collectives and long messages: calls (the next call of this rank) or background (a thread, also while the program computes)", "calls", "BRAID_PROGRESS", false),
    /** What main gets before the program's own arguments. */
    ARGUMENTS("args.style", "what main gets before the program's own arguments: plain, mpj or prunjava", "plain", "braid.args", true),
    /** Which classes may be restored from messages of type OBJECT. */
    OBJECT_FILTER("object.filter", "which classes may be restored from messages of type MPI.OBJECT: a pattern of java.io.ObjectInputFilter", "the JVM's filter", "braid.object-filter", true);

    private final String variable;
    private final String meaning;
    private final String otherwise;
    private final String origin;
    private final boolean isProperty;

    Setting(String variable, String meaning, String otherwise, String origin, boolean isProperty) {
        this.variable = variable;
        this.meaning = meaning;
        this.otherwise = otherwise;
        this.origin = origin;
        this.isProperty = isProperty;
    }

    /** The control variable's name. */
    public String variable() {
        return variable;
    }

    /** What it is, for people. */
    public String meaning() {
        return meaning;
    }

    /** What holds if nobody sets it. */
    public String otherwise() {
        return otherwise;
    }

    /** The environment variable, or {@code -D} and the property. */
    public String origin() {
        return isProperty ? "-D" + origin : origin;
    }

    /** What the environment of this process says; null if nothing. */
    @Nullable String given() {
        return isProperty ? System.getProperty(origin) : System.getenv(origin);
    }

    /**
     * What a switch says: true and 1, or false, 0 and nothing.
     *
     * @param name of the switch, for whoever has given something else
     * @throws BraidException {@code BRD-1602} then
     */
    public static boolean isTrue(String name, String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "", "false", "0" -> false;
            default -> throw new BraidException(ErrorCode.OPTION_VALUE, name + "=" + value, "it is a switch", "Say true or false, alike for every rank");
        };
    }

    /** As {@link #given}, or what holds without it. */
    public String present() {
        String given = given();
        return given == null ? otherwise : given;
    }

    /** As a variable that stays as it is. */
    Control constant() {
        return new Control(variable, meaning, otherwise, origin(), Control.Scope.CONSTANT, this::present, null);
    }
}
