package org.braid.testkit.sim;

import java.util.Arrays;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.BulkTable;
import org.jspecify.annotations.Nullable;

/** The sender's half of the rendezvous over one lane: offers, then copies or pushes as the receiver says. */
final class SimBulkSends extends SimTransfers {
    private final BulkTable<BulkSend> sends;

    SimBulkSends(SimLane lane) {
        super(lane);
        this.sends = lane.context().sends();
    }

    boolean tryOffer(int message, byte[] data) {
        BulkSend send = sends.open();
        if (send == null) {
            lane.tally(Transition.BULK_TABLE_FULL);
            return false;
        }
        send.offer(lane.peer(), data, 0, data.length, data);
        if (!lane.trySend(SimBulkFrames.offer(message, send.id(), data.length), lane.credit().control(), 1, Transition.CONTROL_CREDIT_REFUSED)) {
            sends.close(send);
            return false;
        }
        opened();
        return true;
    }

    void onPull(byte[] frame) {
        long receiveId = SimFrame.second(frame);
        BulkSend send = sends.find(SimFrame.first(frame));
        if (send == null) {
            stale();
            lane.reply(SimBulkFrames.done(SimBulkFrames.TO_RECEIVER, receiveId, BulkStatus.FAILED));
            return;
        }
        int before = send.state();
        long want = SimBulkFrames.want(frame);
        switch (SimBulkFrames.mode(frame)) {
            case BulkMode.GET -> legal(send.onGet(receiveId, want));
            case BulkMode.PUT -> legal(send.onPut(receiveId, want, 0, 0));
            default -> legal(send.onPipe(receiveId, want, SimBulkFrames.from(frame), SimBulkFrames.to(frame)));
        }
        moved(before, send);
        long id = send.id(); // as it is now: the slot may have another transfer by then
        if (send.state() == BulkSend.PUTTING) later(() -> put(send, id));
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
            lane.reply(SimBulkFrames.done(SimBulkFrames.TO_RECEIVER, receiveId, BulkStatus.CANNOT_PUT));
            return;
        }
        System.arraycopy(buffer(send), 0, buffer(receive), 0, (int) send.wantBytes());
        send.put();
        moved(before, send);
        lane.reply(SimBulkFrames.done(SimBulkFrames.TO_RECEIVER, receiveId, BulkStatus.OK));
        finish(send);
    }

    /** Fragments of all transfers whose window and lane have room. */
    void pushAll() {
        if (live() == 0) return;
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = ours(i);
            if (send != null) push(send);
        }
    }

    private void push(BulkSend send) {
        int most = world.options().fragmentMostBytes;
        for (int bytes = send.nextFragmentBytes(most); bytes > 0; bytes = send.nextFragmentBytes(most)) {
            int at = (int) send.nextFragmentOffset();
            byte[] header = SimBulkFrames.fragmentHeader(send.peerId(), at, bytes);
            long number = lane.output().appendByReference(header, buffer(send), at, bytes);
            if (number < 0) return;
            int before = send.state();
            send.pushed(bytes, number);
            moved(before, send);
        }
    }

    void onDone(byte[] frame) {
        BulkSend send = sends.find(SimFrame.first(frame));
        if (send == null) {
            stale();
            return;
        }
        int before = send.state();
        if (world.options().provesByDone) lane.output().accepted(send.lastFrame() + 1);
        legal(send.onDone((int) SimFrame.second(frame), lane.output().log().ackedFrames()));
        moved(before, send);
        if (send.isFinal()) finish(send);
    }

    /** Acknowledgements came in: buffers that only waited for them are free. */
    void settle() {
        if (live() == 0) return;
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = ours(i);
            if (send == null || send.state() != BulkSend.SETTLING) continue;
            send.accepted(lane.output().log().ackedFrames());
            moved(BulkSend.SETTLING, send);
            if (send.isFinal()) finish(send);
        }
    }

    /** The user's buffer is free, and the user writes into it at once. */
    private void finish(BulkSend send) {
        if (send.owner() instanceof byte[] data) Arrays.fill(data, (byte) 0x55);
        sends.close(send);
        closed();
        world.progressed();
        lane.context().wakeSenders();
    }

    void failAll(int status) {
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = ours(i);
            if (send != null) fail(send, status);
        }
    }

    private void fail(BulkSend send, int status) {
        int before = send.state();
        send.fail(status);
        moved(before, send);
        finish(send);
    }

    /** The transfer in a slot of the context's table, if it is to this lane's peer. */
    private @Nullable BulkSend ours(int slot) {
        BulkSend send = sends.at(slot);
        return send != null && send.peer() == lane.peer() ? send : null;
    }

    private void moved(int before, BulkSend send) {
        if (send.state() != before) lane.tally(Transition.ofSend(before, send));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < sends.slots(); i++) {
            BulkSend send = ours(i);
            if (send != null) out.append(" send").append(i).append(":state").append(send.state());
        }
        return out.toString();
    }
}
