package org.braid.pipe.hello;

import org.jspecify.annotations.Nullable;

/** What the accepting end says about a proven peer's connection. The order is the wire code: append only. */
public enum Verdict {
    /** Frames flow from here on. */
    WELCOME("accepted"),
    /** Another connection stays: both ends called at once, or this call is an old one that came late. Wait for that other. */
    CROSSED("another connection stays"),
    /** The two ends do not know the same past: one of them has lost its counts. */
    STRANGER("the peer has lost what this lane had exchanged: it was started anew"),
    /** The accepting context is closing. */
    CLOSING("the peer is closing"),
    /** The counts contradict each other. */
    IMPOSSIBLE("the counts of both ends contradict each other"),
    /** The accepting end has forgotten this lane, since nothing that it brings would be accepted. */
    LEFT("the peer refuses what this lane brings");

    private static final Verdict[] BY_CODE = values();

    /** What it says, for people. */
    public final String text;

    Verdict(String text) {
        this.text = text;
    }

    static @Nullable Verdict of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
