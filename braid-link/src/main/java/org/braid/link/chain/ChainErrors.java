package org.braid.link.chain;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;

/** What is said when a chain, or one of its devices, cannot go on. */
final class ChainErrors {
    private ChainErrors() {}

    static BraidException deviceFailed(String device, String chain, String what) {
        return new BraidException(ErrorCode.DEVICE_FAILED, "A lane by " + chain + " is given up", device + " " + what, "Messages go on by another lane if there is one; leave the device out to do without it");
    }

    static BraidException deviceFailed(String device, String chain, Throwable thrown) {
        return new BraidException(
                ErrorCode.DEVICE_FAILED, "A lane by " + chain + " is given up", device + " threw " + thrown, "Messages go on by another lane if there is one; leave the device out to do without it", thrown);
    }

    static BraidException cannotOpen(String device, String chain, Throwable thrown) {
        return new BraidException(ErrorCode.DEVICE_FAILED, "No lane by " + chain + " is opened", device + " threw " + thrown, "Another method is used if there is one; leave the device out to do without it", thrown);
    }

    static BraidException cannotUndo(String device, String chain, Throwable thrown) {
        return new BraidException(
                ErrorCode.DEVICE_FAILED, "Messages that were sent by " + chain + " cannot be sent again", device + " cannot undo what it has made: " + thrown, "Leave the device out", thrown);
    }

    static BraidException cannotChoose(MethodExpression.Compound compound, String what) {
        return new BraidException(ErrorCode.DEVICE_FAILED, "Compound " + compound + " cannot choose among its methods", what, "Name one of its methods instead");
    }

    static BraidException noRoom(String chain, int overheadBytes, int frameBytes) {
        return new BraidException(ErrorCode.CHAIN_REFUSED, "Chain " + chain + " cannot be used", "its devices may add " + overheadBytes + " bytes to a frame of at most " + frameBytes,
                "Use fewer devices, or a method with longer frames");
    }

    static BraidException miscounted(long accepted, long before, long sent) {
        return new BraidException(ErrorCode.STREAM_VIOLATED, "A lane cannot be handed back", "the peer says that it has accepted " + accepted + " frames, of " + sent + " that were sent (" + before + " before the chain)",
                "Report this if both ends run the same build");
    }
}
