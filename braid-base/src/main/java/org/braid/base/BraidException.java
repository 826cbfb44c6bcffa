package org.braid.base;

import org.jspecify.annotations.Nullable;

/**
 * An error that a person can act upon: what happened, why, and what to do, with a code that {@code braid explain} knows.
 *
 * <p>Thrown for programmer errors, bad input and dead peers. "Not now" (a full ring, no credit) is never an exception but a
 * returned value. Each part is a clause without its final full stop; the message joins them:
 * <pre>
 * rank 9 is out of range: the communicator has 4 ranks. Use a rank from 0 to 3. [BRD-1501]
 * </pre>
 */
public class BraidException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String what;
    private final String why;
    private final String whatToDo;

    /** An error in three parts; the message joins them and the code. */
    public BraidException(ErrorCode code, String what, String why, String whatToDo) {
        this(code, what, why, whatToDo, null);
    }

    /** As above, for an error that another exception caused; {@code cause} is for {@code -vv}, the three texts must do without it. */
    public BraidException(ErrorCode code, String what, String why, String whatToDo, @Nullable Throwable cause) {
        super(null, cause);
        this.code = code;
        this.what = what;
        this.why = why;
        this.whatToDo = whatToDo;
    }

    /** The stable code, for programs. */
    public ErrorCode code() {
        return code;
    }

    /** What happened, and where. */
    public String what() {
        return what;
    }

    /** What is known of the cause; figures on both sides of a violated inequality. */
    public String why() {
        return why;
    }

    /** The next step for whoever reads it. */
    public String whatToDo() {
        return whatToDo;
    }

    /** All three and the code; never null. */
    @Override
    public String getMessage() {
        var text = new StringBuilder(what.length() + why.length() + whatToDo.length() + 20);
        text.append(what).append(": ");
        sentence(text, why);
        sentence(text, whatToDo);
        return text.append('[').append(code.id()).append(']').toString();
    }

    private static void sentence(StringBuilder text, String clause) {
        if (clause.isEmpty()) return;
        text.append(clause);
        char last = clause.charAt(clause.length() - 1);
        text.append(last == '.' || last == '?' || last == '!' ? " " : ". ");
    }
}
