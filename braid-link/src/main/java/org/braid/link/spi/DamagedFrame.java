package org.braid.link.spi;

/** A frame that a device can't undo: it is not what the sending end made. */
public final class DamagedFrame extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param why one line that completes "a frame was refused: …" */
    public DamagedFrame(String why) {
        super(why, null, false, false);
    }
}
