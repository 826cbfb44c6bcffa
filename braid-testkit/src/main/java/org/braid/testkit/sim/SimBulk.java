package org.braid.testkit.sim;

import java.util.Arrays;
import org.braid.base.wire.Frame;
import org.braid.link.bulk.BulkMode;
import org.braid.link.bulk.BulkReceive;
import org.braid.link.bulk.BulkSend;
import org.braid.link.bulk.BulkStatus;
import org.braid.link.bulk.BulkTable;
import org.braid.link.bulk.Transfer;

/**
 * Rendezvous over one lane: carries the messages of {@link BulkSend} and {@link BulkReceive}, copies as they say, and refuses copies as
 * an operating system does.
 *
 * <pre>
 *   OFFER     endpoint = message   first = send id      second = bytes
 *   PULL                           first = send id      second = receive id   payload: mode, want, from, to (i64 each)
 *   FRAGMENT                       first = receive id   second = offset       payload: data
 *   DONE      endpoint = side      first = id           second = status
 * </pre>
 */
final class SimBulk {
    private static final int TO_SENDER = 0;
    private static final int TO_RECEIVER = 1;
    private static final int PULL_BYTES = 32;

    private final SimLane lane;
    private final SimWorld world;
    private final BulkTable<BulkSend> sends;
    private final BulkTable<BulkReceive> receives;
    private int live; // of both tables, with this lane's peer

    SimBulk(SimLane lane) {
        this.lane = lane;
        this.world = lane.context().world();
        this.sends = lane.context().sends();
        this.receives = lane.context().receives();
    }

    // ---- the sender's half

    boolean tryOffer(int message, byte[] data) {
        BulkSend send = sends.open();
        if (send == null) {
            lane.tally(Transition.BULK_TABLE_FULL);
            return false;
        }
        send.offer(lane.peer(), data, 0, data.length, data);
        if (!lane.trySendOffer(SimSender.envelope(message, send.id(), data.length))) {
            sends.close(send);
            return false;
        }
        live++;
        return true;
    }

    private void onPull(byte[] frame) {
        long receiveId = SimFrame.second(frame);
        BulkSend send = sends.find(SimFrame.first(frame));
        if (send == null) {
            lane.tally(Transition.BULK_STALE_MESSAGE);
            lane.reply(done(TO_RECEIVER, receiveId, BulkStatus.FAILED));
            return;
        }
        int before = send.state();
        long want = pullField(frame, 1);
        switch ((int) pullField(frame, 0)) {
            case BulkMode.GET -> legal(send.onGet(receiveId, want));
            case BulkMode.PUT -> legal(send.onPut(receiveId, want, 0, 0));
            default -> legal(send.onPipe(receiveId, want, pullField(frame, 2), pullField(frame, 3)));
        }
        moved(before, send);
        if (send.state() == BulkSend.PUTTING) later(() -> put(send, send.id()));
        push(send);
    }

    /** Copies into the receiver's buffer, unless the transfer ended meanwhile or the buffer cannot be mapped. */
    private void put(BulkSend send, long id) {
        if (sends.find(id) != send || send.state() != BulkSend.PUTTING) return;
        int before = send.state();
        long receiveId = send.peerId();
        BulkReceive receive = world.context(lane.peer()).receives().find(receiveId);
        if (receive == null || world.isFaulty() && world.options().has(Fault.PUT_REFUSED) && world.random().nextBoolean() && world.strike(Fault.PUT_REFUSED)) {
            send.cannotPut();
            moved(before, send);
            lane.reply(done(TO_RECEIVER, receiveId, BulkStatus.CANNOT_PUT));
            return;
        }
        System.arraycopy(buffer(send), 0, buffer(receive), 0, (int) send.wantBytes());
        send.put();
        moved(before, send);
        lane.reply(done(TO_RECEIVER, receiveId, BulkStatus.OK));
        finish(send);
    }

    /** Fragments of all transfers whose window and lane have room. */
    void pushAll() {
        if (live == 0) return;
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && send.peer() == lane.peer()) push(send);
        }
    }

    private void push(BulkSend send) {
        int most = world.options().fragmentMostBytes;
        for (int bytes = send.nextFragmentBytes(most); bytes > 0; bytes = send.nextFragmentBytes(most)) {
            int at = (int) send.nextFragmentOffset();
            byte[] header = new byte[Frame.HEADER_BYTES];
            SimFrame.header(header, Frame.FRAGMENT, 0, send.peerId(), at, bytes);
            long number = lane.output().appendByReference(header, buffer(send), at, bytes);
            if (number < 0) return;
            int before = send.state();
            send.pushed(bytes, number);
            if (send.state() != before) moved(before, send);
        }
    }

    private void onDoneForSender(byte[] frame) {
        BulkSend send = sends.find(SimFrame.first(frame));
        if (send == null) {
            lane.tally(Transition.BULK_STALE_MESSAGE);
            return;
        }
        int before = send.state();
        if (world.options().provesByDone) lane.acceptedAsProved(send.lastFrame() + 1);
        legal(send.onDone((int) SimFrame.second(frame), lane.log().ackedFrames()));
        moved(before, send);
        if (send.isFinal()) finish(send);
    }

    /** Acknowledgements came in: buffers that only waited for them are free. */
    void settle() {
        if (live == 0) return;
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send == null || send.peer() != lane.peer() || send.state() != BulkSend.SETTLING) continue;
            send.accepted(lane.log().ackedFrames());
            moved(BulkSend.SETTLING, send);
            if (send.isFinal()) finish(send);
        }
    }

    /** The user's buffer is free, and the user writes into it at once. */
    private void finish(BulkSend send) {
        if (send.owner() instanceof byte[] data) Arrays.fill(data, (byte) 0x55);
        sends.close(send);
        live--;
        world.progressed();
        lane.context().wakeSenders();
    }

    // ---- the receiver's half

    /** An offer meets its receive. False when no slot is free. */
    boolean tryMatch(byte[] offer) {
        if (lane.hasFailed() || lane.isOver()) return true;
        long sendId = SimFrame.first(offer);
        if (lane.chance(12)) {
            lane.reply(done(TO_SENDER, sendId, BulkStatus.REFUSED));
            return true;
        }
        BulkReceive receive = receives.open();
        if (receive == null) {
            lane.tally(Transition.BULK_TABLE_FULL);
            return false;
        }
        live++;
        long offered = SimFrame.second(offer);
        int capacity = (int) (lane.chance(10) ? world.random().nextLong(offered + 1) : offered);
        receive.match(lane.peer(), sendId, offered, new byte[capacity], 0, capacity, SimFrame.endpoint(offer));
        receive.setWindowBytes(world.options().pipeWindowBytes);
        choose(receive);
        return true;
    }

    private void choose(BulkReceive receive) {
        int before = receive.state();
        boolean shared = world.options().sharedMemory;
        int mode = BulkMode.choose(shared && !lane.chance(4), shared && !lane.chance(4));
        switch (mode) {
            case BulkMode.GET -> receive.get();
            case BulkMode.PUT -> receive.expectPut();
            default -> receive.pipe();
        }
        moved(before, receive);
        if (receive.isFinal()) finish(receive, true);
        else if (mode == BulkMode.PIPE) pull(receive, mode, receive.takePull());
        else if (mode == BulkMode.PUT || lane.chance(2)) pull(receive, mode, 0);
        if (receive.state() != BulkReceive.GETTING) return;
        long id = receive.id();
        later(() -> piece(receive, id));
    }

    /** One turn of a direct copy. */
    private void piece(BulkReceive receive, long id) {
        if (receives.find(id) != receive || receive.state() != BulkReceive.GETTING) return;
        if (world.context(lane.peer()).isDead()) return; // its memory is gone; soon we are told
        int before = receive.state();
        int bytes = Math.min(receive.nextPieceBytes(), 1 + world.random().nextInt(BulkReceive.PIECE_BYTES));
        BulkSend send = world.context(lane.peer()).sends().find(receive.peerId());
        if (send == null || world.isFaulty() && world.options().has(Fault.GET_REFUSED) && lane.chance(3) && world.strike(Fault.GET_REFUSED)) {
            receive.getRefused();
            moved(before, receive);
            pull(receive, BulkMode.PIPE, receive.takePull());
            return;
        }
        int at = (int) receive.positionBytes();
        System.arraycopy(buffer(send), at, buffer(receive), at, bytes);
        receive.copied(bytes);
        world.progressed();
        if (receive.isFinal()) {
            moved(before, receive);
            finish(receive, true);
        } else later(() -> piece(receive, id));
    }

    private void onFragment(byte[] frame) {
        BulkReceive receive = receives.find(SimFrame.first(frame));
        if (receive == null) {
            lane.tally(Transition.BULK_STALE_MESSAGE);
            return;
        }
        int before = receive.state();
        int bytes = SimFrame.payloadBytes(frame);
        long at = SimFrame.second(frame);
        if (!legal(receive.onFragment(at, bytes))) return;
        System.arraycopy(frame, Frame.HEADER_BYTES, buffer(receive), (int) at, bytes);
        receive.fragmentCopied(bytes);
        if (receive.isFinal()) {
            moved(before, receive);
            finish(receive, true);
        } else if (receive.pullDue()) pull(receive, BulkMode.PIPE, receive.takePull());
    }

    private void onDoneForReceiver(byte[] frame) {
        BulkReceive receive = receives.find(SimFrame.first(frame));
        if (receive == null) {
            lane.tally(Transition.BULK_STALE_MESSAGE);
            return;
        }
        int before = receive.state();
        legal(receive.onDone((int) SimFrame.second(frame)));
        moved(before, receive);
        if (receive.isFinal()) finish(receive, false); // it knows: it copied
        else pull(receive, BulkMode.PIPE, receive.takePull());
    }

    private void finish(BulkReceive receive, boolean tellSender) {
        boolean whole = receive.state() == BulkReceive.DONE;
        if (whole && receive.owner() instanceof Integer message) world.ledger().bulkArrived(lane, message, buffer(receive), receive.wantBytes());
        long sendId = receive.peerId();
        receives.close(receive);
        live--;
        if (tellSender) lane.reply(done(TO_SENDER, sendId, BulkStatus.OK));
        lane.context().kickInboxes();
    }

    // ---- both

    void onFrame(byte[] frame) {
        switch (SimFrame.kind(frame)) {
            case Frame.PULL -> onPull(frame);
            case Frame.FRAGMENT -> onFragment(frame);
            case Frame.DONE -> {
                if (SimFrame.endpoint(frame) == TO_SENDER) onDoneForSender(frame);
                else onDoneForReceiver(frame);
            }
            default -> throw new SimFailure(lane + ": unknown kind " + SimFrame.kind(frame));
        }
    }

    /** The lane is gone for good: nobody may wait for its transfers. */
    void failAll(int status) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = sends.at(i);
            if (send != null && send.peer() == lane.peer()) fail(send, status);
        }
        for (int i = 0; i < receives.slots(); i++) {
            BulkReceive receive = receives.at(i);
            if (receive != null && receive.peer() == lane.peer()) fail(receive, status);
        }
    }

    private void fail(BulkSend send, int status) {
        int before = send.state();
        send.fail(status);
        moved(before, send);
        finish(send);
    }

    private void fail(BulkReceive receive, int status) {
        int before = receive.state();
        receive.fail(status);
        moved(before, receive);
        finish(receive, false);
    }

    boolean isIdle() {
        return live == 0;
    }

    private void pull(BulkReceive receive, int mode, long to) {
        byte[] frame = SimFrame.of(Frame.PULL, 0, receive.peerId(), receive.id(), PULL_BYTES);
        long[] fields = {mode, receive.wantBytes(), receive.positionBytes(), to};
        for (int i = 0; i < fields.length; i++) SimFrame.putLong(frame, Frame.HEADER_BYTES + 8 * i, fields[i]);
        lane.reply(frame);
    }

    private static long pullField(byte[] frame, int field) {
        return SimFrame.getLong(frame, Frame.HEADER_BYTES + 8 * field);
    }

    private static byte[] done(int side, long id, int status) {
        return SimFrame.of(Frame.DONE, side, id, status, 0);
    }

    private boolean legal(int verdict) {
        lane.require(verdict != Transfer.PROTOCOL_ERROR, "a bulk message broke the protocol");
        return verdict == Transfer.OK;
    }

    private void moved(int before, BulkSend send) {
        if (send.state() != before) lane.tally(Transition.ofSend(before, send));
    }

    private void moved(int before, BulkReceive receive) {
        if (receive.state() != before) lane.tally(Transition.ofReceive(before, receive));
    }

    private void later(Runnable action) {
        long mostNs = lane.chance(8) ? 20 * SimOptions.MS : world.options().latencyNs + 1;
        world.after(world.random().nextLong(mostNs), () -> {
            if (!lane.context().isDead()) action.run();
        });
    }

    private static byte[] buffer(Transfer transfer) {
        Object base = transfer.base();
        if (base instanceof byte[] bytes) return bytes;
        throw new SimFailure("transfer " + transfer.id() + " has no buffer in state " + transfer.state());
    }

    @Override
    public String toString() {
        return "bulk=" + live + describe(sends.slots());
    }

    private String describe(int slots) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < slots; i++) {
            BulkSend send = sends.at(i);
            if (send != null && send.peer() == lane.peer()) out.append(" send").append(i).append(":state").append(send.state());
        }
        return out.toString();
    }
}
