package org.braid.coll.engine;

/**
 * Finds out why a call doesn't go on. Members that call different operations may all wait and none send, so a member that has waited long
 * tells the one it waits for what it is calling; whoever gets such an inquiry compares it with what it called itself under that number.
 */
final class Stalls {
    /** As long as no healthy peer needs; a wait that ends sooner costs nothing extra. */
    static final long PATIENCE_NS = 1_000_000_000L;

    private static final int LONGEST_PATIENCE = 8;
    private static final int REMEMBERED = 256;

    /** Tags count round in 30 bits; larger ones are free for other uses of the port's space. */
    private static final int TAG_MASK = 0x3FFF_FFFF;

    private final Port port;
    private final long patienceNs;
    private final int[] called = new int[REMEMBERED];
    private final Port.Inquiry inquiry = new Port.Inquiry();
    private int calls;

    Stalls(Port port, long patienceNs) {
        this.port = port;
        this.patienceNs = patienceNs;
    }

    long patienceNs() {
        return patienceNs;
    }

    /** Remembers the signature of the next call; returns its number. */
    int remember(int signature) {
        called[calls & REMEMBERED - 1] = signature;
        return calls++ & TAG_MASK;
    }

    /** Waits for a transfer that took longer than the patience: inquires now and again, and answers what others inquire. */
    int await(Call call, int slot, int ticket) {
        int state = Port.PENDING;
        for (int factor = 1; state == Port.PENDING; factor = Math.min(2 * factor, LONGEST_PATIENCE)) {
            port.inquire(slot, call.tag, call.signature);
            compareInquiries();
            state = port.await(ticket, factor * patienceNs);
        }
        return state;
    }

    void inquire(Call call, int slot) {
        port.inquire(slot, call.tag, call.signature);
    }

    /** Throws if somebody calls something else than this member did under the same number. */
    void compareInquiries() {
        while (port.nextInquiry(inquiry)) {
            int age = calls - 1 - inquiry.tag & TAG_MASK;
            int mine = called[inquiry.tag & REMEMBERED - 1];
            if (age < Math.min(REMEMBERED, calls & TAG_MASK) && mine != inquiry.signature) {
                throw Mismatch.found(port, inquiry.tag, mine, inquiry.slot, inquiry.signature);
            }
        }
    }
}
