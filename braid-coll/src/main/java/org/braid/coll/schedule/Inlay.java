package org.braid.coll.schedule;

/** A schedule that some ranks have made for one part of a vector, as if that were the whole, on its way into the schedule of all parts: in one piece, or in several between which something else goes. */
public final class Inlay {
    final Schedule part;
    final int[] peers;
    final int[] buffers;
    final int unit;
    final int[] places; // of its steps, those that are written

    /**
     * No step of it is written yet.
     *
     * @param peers of each step, with whom it is there; {@link ScheduleBuilder#NOBODY} where there is no message, or is to be none there
     * @param buffers what each of its buffers is there, where it has as many units as there are parts
     * @param unit which of them its unit 0 is
     */
    public Inlay(Schedule part, int[] peers, int[] buffers, int unit) {
        this.part = part;
        this.peers = peers;
        this.buffers = buffers;
        this.unit = unit;
        this.places = new int[part.steps()];
    }

    /** How many steps it has. */
    public int steps() {
        return part.steps();
    }

    boolean isLeftOut(int step) {
        return peers[step] == ScheduleBuilder.NOBODY && isMessage(step);
    }

    private boolean isMessage(int step) {
        int kind = part.word(step, Schedule.KIND);
        return kind == Schedule.SEND || kind == Schedule.RECEIVE;
    }
}
