package org.braid.link.bulk.state;

import org.braid.base.wire.FrameKind;


/**
 * What travels in place of a FRAGMENT whose bytes can't be read any more, because its sender's memory was closed or is another thread's: the news for the receiver that the message has failed, under the id
 * that the fragment named.
 */
public final class LostFragment {
    /** Its kind; a0 and a1 stay those of the fragment, and there is no payload. */
    public static final int KIND = FrameKind.DONE;

    /** Its a2. */
    public static final int STATUS = BulkStatus.FAILED;

    /** Its a3: the id is the receiver's. */
    public static final int SIDE = BulkSide.TO_RECEIVER;

    private LostFragment() {}
}
