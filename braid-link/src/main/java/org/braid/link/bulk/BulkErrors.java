package org.braid.link.bulk;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.link.stream.Peer;

/** Why a large message did not get through. */
final class BulkErrors {
    private BulkErrors() {}

    static BraidException tooManySends() {
        return tooMany("No further large message can be started");
    }

    static BraidException tooManyReceives() {
        return tooMany("A large message cannot be received");
    }

    private static BraidException tooMany(String what) {
        return new BraidException(ErrorCode.BULK_VIOLATED, what, Bulk.MOST_TRANSFERS + " are under way, the limit", "Complete some of them first");
    }

    /** What was thrown when the memory of a message was to be read or written. */
    static BraidException ofMemory(Throwable refused) {
        return refused instanceof BraidException known
                ? known
                : new BraidException(
                        ErrorCode.MEMORY_UNSUITABLE, "The memory of a large message cannot be used", String.valueOf(refused.getMessage()),
                        "Keep the memory open until the message is done, and share it with all threads (Arena.ofShared or ofAuto)", refused);
    }

    /** @param why what the sender says; may be empty */
    static BraidException senderGaveUp(Peer sender, String why) {
        return new BraidException(
                ErrorCode.BULK_VIOLATED, "A large message did not arrive", gaveUp("its sender " + sender.id(), why), "See the sender's error for the cause");
    }

    /** @param why what the sender says; may be empty */
    static BraidException takenBack(Peer sender, String why) {
        return new BraidException(
                ErrorCode.MESSAGE_TAKEN_BACK, "A large message did not arrive", "its sender " + sender.id() + " has taken it back" + (why.isEmpty() ? "" : ": " + why), "See the sender's error for the cause");
    }

    /** @param why what the receiver says; may be empty */
    static BraidException receiverGaveUp(Peer receiver, String why) {
        return new BraidException(
                ErrorCode.BULK_VIOLATED, "A large message was not delivered", gaveUp("its receiver " + receiver.id(), why), "See the receiver's error for the cause");
    }

    private static String gaveUp(String who, String why) {
        return who + " gave up" + (why.isEmpty() ? "" : ": " + why);
    }

    static BraidException noMemory(Peer sender, long bytes, Throwable cause) {
        return new BraidException(
                ErrorCode.BULK_VIOLATED, "A message of " + bytes + " bytes from " + sender.id() + " was refused", "there is not so much memory: " + cause.getMessage(),
                "Send it in pieces, or to a handler that takes offers");
    }
}
