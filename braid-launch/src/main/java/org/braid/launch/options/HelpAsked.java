package org.braid.launch.options;

/** {@code braid run --help}: not an error; it ends the reading of options. A command that can print a help page catches it. */
public final class HelpAsked extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HelpAsked() {
        super("help asked for", null, false, false);
    }
}
