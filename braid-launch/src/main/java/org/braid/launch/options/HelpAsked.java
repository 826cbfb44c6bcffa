package org.braid.cli.run;

/** {@code braid run --help}: not an error; ends the reading of options. */
public final class HelpAsked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HelpAsked() {
        super("help asked for", null, false, false);
    }
}
