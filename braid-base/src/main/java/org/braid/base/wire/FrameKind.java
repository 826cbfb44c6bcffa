package org.braid.base.wire;

/** The kinds of frames, the low byte of a header's first word; {@code docs/wire.md} draws each. Append only: the numbers travel. */
public final class FrameKind {
    /** Not a frame: the word that a ring's consumer finds where nothing was written yet. */
    public static final int EMPTY = 0;
    /** A remote service request: the payload is for a handler. */
    public static final int RSR = 1;
    /** The rest of a ring before it wraps; the length is that of the padding. */
    public static final int PAD = 2;
    /** A frame of a lane that consists of several, with its number and its own kind behind its payload. */
    public static final int STRIPED = 3;
    /** How many frames of such a lane its receiving end has put into order. */
    public static final int GATHERED = 4;
    /** The envelope of a payload that is still with the sender. */
    public static final int OFFER = 5;
    /** The receiver of an offer asks the sender to push it. */
    public static final int PULL = 6;
    /** A piece of a pushed payload. */
    public static final int FRAGMENT = 7;
    /** An offered payload was fetched, refused, or failed: the sender's buffer is free. */
    public static final int DONE = 8;
    /** More eager payload may be sent. */
    public static final int CREDIT = 9;
    /** The name that belongs to a handler id, before its first use on a lane. */
    public static final int NAME = 10;
    /** The sender's default descriptor table. */
    public static final int TABLE = 11;
    /** The receiving end refuses what a lane brings from now on, and why. */
    public static final int CUT = 12;
    /** The last frame of a stream, with the number of frames before it. */
    public static final int BYE = 13;
    /** Everything up to a number was accepted. */
    public static final int ACK = 14;
    /** Are you there? */
    public static final int PING = 15;
    /** I am. */
    public static final int PONG = 16;
    /** Why something that the receiver of this frame had sent was refused. */
    public static final int ALERT = 17;
    /** In a ring: a request with the header of the one before it, but for a1. */
    public static final int REPEAT = 18;
    /** A lane's first frame, unless it is a peer's first lane: the stream that it carries, the chain that the receiver has to undo, and what it wants to know of the stream's lane before. */
    public static final int LANE = 19;
    /** How many frames of its lane before a stream's receiving end has accepted: the rest comes by the new one. */
    public static final int HANDED = 20;
    /** No lane carries a rail of a striped lane any more, and what its sender wants to know of its lane before. */
    public static final int OVER = 21;
    /** An access to a region of the receiver's memory, and the data of a put; its header is that of the message that notifies of a put. */
    public static final int ACCESS = 22;
    /** An access was done: the data of a get, or what a word held before. */
    public static final int ACCESSED = 23;
    /** An access was refused, and why. */
    public static final int DENIED = 24;
    /** The largest kind that exists. */
    public static final int LAST = DENIED;

    /**
     * Added to the kind of a frame that has gone through a chain of devices: what the kind says holds for the frame above the chain. Whoever carries such a frame neither charges credit for it, nor shortens its
     * header, nor leaves its payload where it is.
     */
    public static final int CHAINED = 0x40;

    private FrameKind() {}
}
