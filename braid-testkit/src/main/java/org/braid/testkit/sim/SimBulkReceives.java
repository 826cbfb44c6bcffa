package org.braid.testkit.sim;

import org.braid.base.wire.FrameHeader;
import org.braid.link.bulk.state.BulkMode;
import org.braid.link.bulk.state.BulkReceive;
import org.braid.link.bulk.state.BulkSend;
import org.braid.link.bulk.state.BulkStatus;
import org.braid.link.bulk.state.BulkTable;

/** The receiver's half of the rendezvous over one lane: chooses who copies, copies piece by piece or pulls. */
final class SimBulkReceives extends SimTransfers {
    private final BulkTable<BulkReceive> receives;

    SimBulkReceives(SimLane lane) {
        super(lane);
        this.receives = lane.context().receives();
    }

    /** An offer meets its receive. False when no slot is free. */
    boolean tryMatch(byte[] offer) {
        if (lane.hasFailed() || lane.isOver()) return true;
        long sendId = SimFrame.first(offer);
        if (world.chance(12)) {
            lane.reply(SimBulkFrames.done(SimBulkFrames.TO_SENDER, sendId, BulkStatus.REFUSED));
            return true;
        }
        BulkReceive receive = receives.open();
        if (receive == null) {
            lane.tally(Transition.BULK_TABLE_FULL);
            return false;
        }
        opened();
        long offered = SimFrame.second(offer);
        world.ledger().offered(lane, SimFrame.endpoint(offer), offered);
        int capacity = (int) (world.chance(10) ? world.random().nextLong(offered + 1) : offered);
        receive.match(lane.peer(), sendId, offered, new byte[capacity], 0, world.steps().taken(capacity), SimFrame.endpoint(offer));
        receive.setWindowBytes(world.options().pipeWindowBytes);
        choose(receive);
        return true;
    }

    private void choose(BulkReceive receive) {
        int before = receive.state();
        boolean shared = world.options().sharedMemory;
        int mode = BulkMode.choose(shared && !world.chance(4), shared && !world.chance(4));
        switch (mode) {
            case BulkMode.GET -> receive.get();
            case BulkMode.PUT -> receive.expectPut();
            default -> receive.pipe();
        }
        moved(before, receive);
        if (receive.isFinal()) finish(receive, true);
        else if (mode == BulkMode.PIPE) pull(receive, mode, receive.takePull());
        else if (mode == BulkMode.PUT || world.chance(2)) pull(receive, mode, 0);
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
        if (send == null || world.isFaulty() && world.options().has(Fault.GET_REFUSED) && world.chance(3) && world.strike(Fault.GET_REFUSED)) {
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

    void onFragment(byte[] frame) {
        BulkReceive receive = receives.find(SimFrame.first(frame));
        if (receive == null) {
            stale();
            return;
        }
        int before = receive.state();
        int bytes = SimFrame.payloadBytes(frame);
        long at = SimFrame.second(frame);
        if (!legal(receive.onFragment(at, bytes))) return;
        System.arraycopy(frame, FrameHeader.BYTES, buffer(receive), (int) at, bytes);
        receive.fragmentCopied(bytes);
        if (receive.isFinal()) {
            moved(before, receive);
            finish(receive, true);
        } else if (receive.pullDue()) pull(receive, BulkMode.PIPE, receive.takePull());
    }

    void onDone(byte[] frame) {
        BulkReceive receive = receives.find(SimFrame.first(frame));
        if (receive == null) {
            stale();
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
        closed();
        if (tellSender) lane.reply(SimBulkFrames.done(SimBulkFrames.TO_SENDER, sendId, BulkStatus.OK));
        lane.context().kickInboxes();
    }

    void failAll(int status) {
        for (int i = 0; i < receives.slots(); i++) {
            BulkReceive receive = receives.at(i);
            if (receive != null && receive.peer() == lane.peer()) fail(receive, status);
        }
    }

    private void fail(BulkReceive receive, int status) {
        int before = receive.state();
        receive.fail(status);
        moved(before, receive);
        finish(receive, false);
    }

    private void pull(BulkReceive receive, int mode, long to) {
        lane.reply(SimBulkFrames.pull(receive.peerId(), receive.id(), mode, receive.wantBytes(), receive.positionBytes(), to));
    }

    private void moved(int before, BulkReceive receive) {
        if (receive.state() != before) lane.tally(Transition.ofReceive(before, receive));
    }
}
