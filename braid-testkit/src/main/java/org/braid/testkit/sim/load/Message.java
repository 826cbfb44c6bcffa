package org.braid.testkit.sim.load;

import org.jspecify.annotations.Nullable;

/** One message as it was meant, and what has become of it. */
final class Message {
    /** In place of {@link #a3}: it is known by its place in the stream alone, so that the lane may shorten its header. */
    static final int UNNAMED = 0;

    final Node from;
    final Node to;
    /** Messages with the same number come in the order in which they were taken. */
    final int order;
    final Mailbox mailbox;
    final int endpoint;
    final int a0;
    final int a1;
    final int a2;
    final int a3;
    final int bytes;
    final int salt;

    /** Something was done to it, or to who has to do with it, that may keep it from arriving, or have it fail. */
    private @Nullable String excuse;

    private boolean undefined;
    private boolean taken;
    private boolean inOnePiece;
    private boolean refused;
    private boolean arrived;

    /** @param a3 its number in the world, or {@link #UNNAMED} */
    Message(Node from, Node to, int order, Mailbox mailbox, int endpoint, int a0, int a1, int a2, int a3, int bytes, int salt) {
        this.from = from;
        this.to = to;
        this.order = order;
        this.mailbox = mailbox;
        this.endpoint = endpoint;
        this.a0 = a0;
        this.a1 = a1;
        this.a2 = a2;
        this.a3 = a3;
        this.bytes = bytes;
        this.salt = salt;
    }

    /** Others must come in their places, which what is offered may not. */
    boolean isNamed() {
        return a3 != UNNAMED;
    }

    /** Whether it must be announced in its place: what is fetched first is handled when it is there. */
    boolean keepsOrder(boolean isOffered) {
        return !isOffered || mailbox == Mailbox.OFFERS;
    }

    void excuse(String why) {
        if (excuse == null) {
            excuse = why;
        }
    }

    boolean isExcused() {
        return excuse != null || from.isLeaving() || to.isLeaving();
    }

    /** Its sender has taken its memory away while it was being fetched: nobody knows what a receiver finds there. */
    void undefine() {
        undefined = true;
        excuse("its sender's memory was closed");
    }

    boolean isUndefined() {
        return undefined;
    }

    void taken(boolean whole) {
        taken = true;
        inOnePiece = whole;
    }

    /** Whether whoever lives has it as soon as its sender says so: it neither waits to be fetched nor was anything done to it. */
    boolean isOwed() {
        return taken && inOnePiece && excuse == null && !to.isLeaving();
    }

    boolean isTaken() {
        return taken;
    }

    void refused() {
        refused = true;
    }

    boolean isRefused() {
        return refused;
    }

    void arrived() {
        arrived = true;
    }

    boolean hasArrived() {
        return arrived;
    }

    @Override
    public String toString() {
        return "message " + (a3 == UNNAMED ? "of tag " + a1 : "#" + a3) + " " + from + "->" + to + " on " + order + " " + mailbox + " " + bytes + " B" + (excuse == null ? "" : " (" + excuse + ")");
    }
}
