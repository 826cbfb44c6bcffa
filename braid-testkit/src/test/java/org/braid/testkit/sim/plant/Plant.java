package org.braid.testkit.sim.plant;

import java.util.List;
import java.util.stream.LongStream;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.SimOptions;
import org.jspecify.annotations.Nullable;

/** Bugs that the world has to find by itself: faults that were found from outside, put back as they were, and deliberate sabotage. */
public enum Plant {
    // ---- issue 8, part A

    A1_A_MESSAGE_ARRIVES_WITH_ANOTHER_ONES_TAG(new Patch(
            "org.braid.link.ring.RingProducer",
            """
            m.set(INT_IN_LINE, at + 2, a1);
        }
        if (length > 0) {
""",
            """
            m.set(INT_IN_LINE, at + 2, a1);
            lastA1 = a1;
        }
        if (length > 0) {
""")),
    A2_A_LONG_MESSAGE_ARRIVES_AS_A_SHORT_ONE(680, new Patch(
            "org.braid.link.bulk.OutgoingBulk",
            "sourceOf(send).write(source);",
            "sourceOf(send).write(scratch.bytes); System.arraycopy(scratch.bytes, 0, source, 0, source.length);")),
    A3_A_LISTENER_THAT_THROWS_KEEPS_THE_NEWS_FROM_OTHERS(new Patch(
            "org.braid.link.HostOfPeers",
            """
        } catch (Throwable thrown) {
            notices.warnOnce("A failure listener threw " + thrown);
        }
""",
            """
        } finally {
        }
""")),
    A3_AN_EXCEPTION_MAKES_A_SERVING_PROCESS_DEAF(
            new Patch("org.braid.link.progress.Background", "context.pollFailed(thrown); return true;", "throw thrown;"),
            new Patch("org.braid.link.progress.Background", "tell(thrown); tick();", "throw thrown;")),
    A4_MEMORY_THAT_REFUSES_A_FRAGMENT_HANGS_BOTH_ENDS(new Patch(
            "org.braid.link.bulk.IncomingBulk",
            """
            giveUp(receive, BulkErrors.ofMemory(refused));
            return;
        }
        fragmentIsHere(""",
            """
            throw refused;
        }
        fragmentIsHere(""")),
    A4_MEMORY_THAT_REFUSES_A_COPY_HANGS_BOTH_ENDS(new Patch(
            "org.braid.link.bulk.IncomingBulk",
            """
                giveUp(receive, BulkErrors.ofMemory(refused));
                return;
            }
            if (piece ==""",
            """
                throw refused;
            }
            if (piece ==""")),
    A5_A_SEND_WHOSE_MEMORY_IS_CLOSED_POISONS_ITS_CONTEXT(new Patch(
            "org.braid.link.bulk.OutgoingBulk",
            """
            giveUp(send, BulkStatus.FAILED, BulkErrors.ofMemory(refused));
            return 1;
""",
            """
            throw refused;
""")),
    A6_A_LONG_SEND_THAT_WAITS_FOR_ROOM_OUTLIVES_ITS_PEER(new Patch(
            "org.braid.link.bulk.OutgoingBulk",
            """
            progress.pollOrYield();
            if (!isLive(id)) {
                return; // whoever ended it has told its sender, and the slot may be another one's
            }
""",
            """
            progress.pollOrYield();
""")),
    A7_AN_OPERATOR_THAT_THROWS_LEAVES_STARTED_COLLECTIVES_STUCK(
            new Patch("org.braid.coll.engine.CallsUnderWay", "active.remove(call); } } catch (Throwable failed)", "active.remove(call); } } catch (RuntimeException failed)"),
            new Patch("org.braid.mpi.coll.CollectiveRuns", "engine.progress(); } finally {", "engine.progress(); } finally { } {")),
    A8_A_SENDER_WITHOUT_A_SLOT_IS_REFUSED(new Patch(
            "org.braid.link.bulk.OutgoingBulk",
            """
        awaitSlot();
        offer(to, handler, a0, a1, a2, a3, base, offset, length, new SendOwner(to.streamOf(length), free, 0), false);""",
            """
        offer(to, handler, a0, a1, a2, a3, base, offset, length, new SendOwner(to.streamOf(length), free, 0), false);""")),
    A8_SLEEPERS_OVERWRITE_EACH_OTHER(
            new Patch("org.braid.link.spi.Doorbell", "next = announced.heard(seen).with(state);", "next = Announcements.NONE.with(state);"),
            new Patch("org.braid.link.spi.Doorbell", "next = announced.heard(seen).without(ticket);", "next = Announcements.NONE;")),
    A9_HALF_OF_EACH_LONG_MESSAGE_IS_TAKEN(
            new Patch("org.braid.link.bulk.state.BulkReceive", "wantBytes = Math.min(offeredBytes, capacityBytes);", "wantBytes = Math.min(offeredBytes, capacityBytes) / 2;")),

    // ---- found by these worlds

    A_PULL_THAT_IS_BEGUN_WHILE_ITS_CONTEXT_CLOSES_NEVER_ENDS(new Patch("org.braid.link.OrderlyClose", "bulk.giveUp(incomplete(timeoutNs));", "")),
    WHAT_THE_RUNTIME_SAYS_IS_LOST_BEHIND_COPIES(
            new Patch("org.braid.link.stream.Outbox", "isMessage(kind) ? copy(base, offset, length) : copyAnyway(base, offset, length)", "copy(base, offset, length)")),

    BYTES_LAND_FOR_WHOM_NOBODY_WAITS(new Patch("org.braid.pipe.frame.FrameReader", "gone |= landing.target() != null && !landing.isWantedBy(sink);", "")),

    A_LOG_WITHOUT_MEMORY_THROWS(219, new Patch(
            "org.braid.pipe.frame.SendSide", "if (!DirectMemory.isUsedUp(refused)) { throw refused; } scarcity.met(refused, time.nowNs()); return false;", "throw refused;")),
    A_HAND_OVER_WITHOUT_MEMORY_CONDEMNS_ITS_PEER(new Patch("org.braid.link.stream.Handover", "isForLanes || DirectMemory.isUsedUp(refused)", "isForLanes")),
    A_FRAME_OVER_WHICH_ITS_RECEIVER_THROWS_IS_NOT_COUNTED(313, new Patch("org.braid.pipe.frame.FrameReader", "} finally { came(length); // it has come", "came(length); } finally { // it has come")),

    WHAT_WAITS_FOR_A_LANE_GOES_BEHIND_ANSWERS(56_098, new Patch("org.braid.link.stream.Itinerary", "int ignored = stream.drain(); // before", "// before")),
    A_STRIPE_WITHOUT_ROOM_NEVER_SAYS_THAT_IT_HAS_ENDED(
            9679,
            new Patch("org.braid.link.stripe.StripedLane", "if (!log.hasRoom(frame.length())) { return full();", "if (!log.hasRoom(frame.length())) { return FULL;"),
            new Patch("org.braid.link.stream.Itinerary", "int ignored = stream.drain(); // before", "// before")), // no world that was tried has so many copies of what its peer had no time for, where what waits goes first

    WHAT_LONG_MESSAGES_LIVE_BY_WAITS_BEHIND_A_REQUEST_THAT_WAITS_FOR_ONE_OF_THEM(
            57_671,
            new Patch("org.braid.link.stream.Outbox", "&& !(isMessage(first.kind()) && letPast())", ""),
            new Patch("org.braid.link.stream.Stream", "return returned && outbox.hasPieces();", "return returned && !outbox.isEmpty();")),

    // ---- sabotage of matching

    A_MESSAGE_STANDS_IN_ITS_QUEUE_BEFORE_ITS_BYTES_ARE_KEPT(new Patch(
            "org.braid.mpi.p2p.Receiving", "enqueue(at, source, tag, keepBytes(word, extra, payload));", "Early early = kept.take(word, extra); enqueue(at, source, tag, early); kept.fill(early, payload);")),

    ANY_SOURCE_TAKES_A_LATER_MESSAGE(new Patch("org.braid.mpi.match.Matcher", "return q == null ? null : q.firstArrived;", "return q == null ? null : source == ANY ? q.lastArrived : q.firstArrived;")),
    A_MESSAGE_MEETS_A_LATER_RECEIVE(new Patch("org.braid.mpi.match.Matcher", "other.number < first.number", "other.number > first.number")),
    AN_EARLY_MESSAGE_LOSES_ITS_TAG(new Patch("org.braid.mpi.match.Matcher", "message.tag = tag;", "message.tag = 0;")),
    A_CANCEL_TAKES_ANOTHER_RECEIVE(new Patch("org.braid.mpi.match.QueuePair", "if (before == p) {", "if (before != null) {")),
    A_SYNCHRONOUS_SEND_ENDS_WHEN_ITS_MESSAGE_HAS_COME(new Patch(
            "org.braid.mpi.p2p.Receiving", "enqueue(at, source, tag, keepBytes(word, extra, payload));", "enqueue(at, source, tag, keepBytes(word, extra, payload)); if (Envelope.isSynchronous(word)) { acknowledgements.send(payload.source(), extra); }")),
    AN_ACKNOWLEDGEMENT_NAMES_ANOTHER_SEND(new Patch("org.braid.mpi.p2p.Acknowledgements", "to.answer(matched, handle,", "to.answer(matched, handle ^ 1,")),
    A_MESSAGE_THAT_ITS_RECEIVER_HAS_GIVEN_UP_IS_A_DEATH(new Patch("org.braid.mpi.failure.MpiFailure", "case BULK_VIOLATED -> ErrorClass.NOT_DELIVERED;", "case BULK_VIOLATED -> null;")),
    A_TRUNCATED_MESSAGE_IS_CALLED_WHOLE(new Patch("org.braid.mpi.p2p.Admission", "r.error = ErrorClass.TRUNCATE; return r.capacityBytes;", "return r.capacityBytes;")),

    // ---- sabotage of collectives

    A_COLLECTIVE_THAT_HAS_FAILED_IS_NOT_CALLED_OFF(new Patch("org.braid.coll.engine.CallsUnderWay", "log.callOff(call.tag, isLoss(failure));", "")),
    A_MEMBER_THAT_ONLY_SENDS_IS_NOT_TOLD_THAT_A_COLLECTIVE_WAS_CALLED_OFF(new Patch("org.braid.coll.engine.CallsUnderWay", "stalled(call); tellIfOver(call);", "inquire(call);")),
    THE_FIRST_CALL_THAT_IS_KNOWN_TO_DIFFER_HIDES_EARLIER_ONES(1501, new Patch("org.braid.mpi.liveness.Agreement", "before == null || !before.concerns(disagreement.call());", "before == null;")),
    OPERANDS_CHANGE_PLACES(new Patch("org.braid.coll.engine.Call", "return reducer == null || reducer.isCommutative();", "return true;")),

    // ---- sabotage of loops

    A_STEP_ENTERS_BEFORE_THE_WINDOW_HAS_ROOM(new Patch("org.braid.coll.engine.window.Window", "if (number >= end) {", "if (number >= schedule.steps()) {")),
    A_TICKET_OF_AN_EARLIER_ROUND_IS_TAKEN_FOR_A_LATER_ONES(new Patch("org.braid.coll.engine.WindowRun", "port.poll(ticket))", "port.poll(call.firstTicket + window.place(transfers[0])))")),
    A_STEP_WAITS_FOR_WHAT_ITS_FIRST_ROUND_WAITS_FOR(new Patch("org.braid.coll.engine.window.Window", "later += width;", "")),

    // ---- sabotage of boards

    A_SLEEPER_DOES_NOT_LOOK_ONCE_MORE(new Patch("org.braid.coll.board.Wishes", "return !board.has(kind, whom, phase) || !withdraw();", "return true;")),
    A_WISH_IS_LOOKED_FOR_BEFORE_ITS_WORD_IS_TAKEN_AWAY(new Patch("org.braid.coll.engine.BoardWaits", "wishes.look(); for (int member = 0; member < members.length; member++) { if (member != number && wishes.take(member)) { wake(member, wishes.tag(member), wishes.signature(member), wait); } }", "for (int member = 0; member < members.length; member++) { if (member != number && wishes.take(member)) { wake(member, wishes.tag(member), wishes.signature(member), wait); } } wishes.look();")),
    A_PLACE_IS_WRITTEN_AGAIN_ONE_PHASE_TOO_EARLY(new Patch("org.braid.coll.board.Board", "long needed = phase - phasesHeld;", "long needed = phase - phasesHeld - 1;")),
    A_SLEEPER_IS_TOLD_BEHIND_A_LONG_BLOCK_OF_ITS_CALL(new Patch("org.braid.coll.engine.BoardRun", ": kind != Schedule.COPY;", ": false;")),
    WHOEVER_SLEEPS_IN_A_CALL_DOES_NOT_ASK_FOR_THOSE_THAT_IT_HAS_STARTED(
            1_795_944_148_971L,
            new Patch("org.braid.coll.engine.BoardWaits", "others.inquire(); //", "//"),
            new Patch("org.braid.coll.engine.CallsUnderWay", "inquire(); // others may wait", "stalled(call); // others may wait")),
    THE_MEMORY_OF_A_FAILED_CALL_IS_READ_BY_OTHERS(~16_531, new Patch("org.braid.mpi.completion.Completions", "sending.recall(r);", "")),
    A_MEMBER_THAT_WAITS_FOR_ROOM_HEARS_OF_NO_DEATH(~613, new Patch("org.braid.mpi.p2p.Sending", "if (sender == Sender.STAYS || sender == Sender.LOOKS) {", "if (sender == null) {")),
    A_MEMBER_WITHOUT_A_SLOT_HEARS_OF_NO_DEATH(
            ~1_796_094_837_575L, // in which it needs what failed calls have left
            new Patch("org.braid.mpi.completion.Completions", "sending.recall(r);", ""),
            new Patch("org.braid.mpi.p2p.Sending", "if (sender == Sender.LOOKS && !context.longMessages().awaitRoom(ROOM_NS)) {", "if (sender == null) {")),
    WHAT_IS_SHOWN_IS_SAID_BEFORE_IT_IS_THERE(new Patch("org.braid.coll.engine.BoardRun", "copies.show(call, schedule, step, phase); board.show(phase, call.mark);", "board.show(phase, call.mark); copies.show(call, schedule, step, phase);")),

    // ---- sabotage

    A_WAITER_IS_FORGOTTEN(new Patch(
            "org.braid.link.stream.Stream",
            """
        outbox.add(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
        peer.wantPoll();
""",
            """
        outbox.add(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
""")),
    A_CREDIT_LEAKS(new Patch("org.braid.link.dispatch.Payload", "creditor().consumed(held ? passed : passed + charge());", "creditor().consumed(held || passed > 0 ? passed : charge());")),
    A_REFUSED_MESSAGE_STAYS_CHARGED(new Patch("org.braid.link.ring.RingProducer", "                forgetPart();\n                credit.giveBack(charge);\n", "                forgetPart();\n")),
    WHO_WAITS_IS_OVERTAKEN(new Patch("org.braid.link.stream.Link", "isTooLong(base, length) || s == null || !s.outboxEmpty()) {", "isTooLong(base, length) || s == null) {")),
    A_TRANSFER_IS_NOT_CLOSED(new Patch("org.braid.link.bulk.OutgoingBulk", "        sends.close(send);\n", "")),

    // ---- sabotage of stripes

    WHAT_COMES_EARLY_BY_ANOTHER_RAIL_IS_HANDED_UP_AT_ONCE(new Patch("org.braid.link.receiving.Gathering", "if (number == window.expected()) {", "if (true) {")),
    A_STRIPE_HANDS_BACK_ONE_FRAME_TOO_FEW(new Patch("org.braid.link.stripe.StripedLane", "log.from(accepted, to);", "log.from(accepted + 1, to);")),
    A_FRAME_THAT_NO_RAIL_TOOK_HAS_A_NUMBER(new Patch("org.braid.link.stripe.StripedLane", "if (answer == TAKEN) {\n            log.add", "if (true) {\n            log.add")),
    WHAT_WAITS_IN_A_DEVICE_ABOVE_IS_GATHERED(new Patch("org.braid.link.receiving.Gathering", "Math.min(top.accepted(), window.expected())", "window.expected()")),
    A_RAIL_WITHOUT_A_WAY_ENDS_ITS_PEER(new Patch("org.braid.link.stripe.Rail", "noWayLeft = nothingLeads;", "if (true) { return super.withoutAWay(why, nothingLeads); } noWayLeft = nothingLeads;")),
    NOBODY_SAYS_THAT_A_RAIL_IS_OVER(new Patch("org.braid.link.stream.Peer", "each.owesItsEnd() || each.saysThatItIsOver()", "each.owesItsEnd() || each != stream")),
    NOBODY_SAYS_HOW_MUCH_WAS_GATHERED(new Patch("org.braid.link.receiving.Gathering", "untoldBytes) && !waits) {", "untoldBytes) && !waits && false) {")),

    WHAT_A_CHAIN_HAD_TAKEN_IS_MISCOUNTED_IF_ITS_INTRODUCTION_HAS_NOT_COME(
            new Patch("org.braid.link.stream.Carrier", "accepted == ReceivingStream.UNSEEN && lane instanceof", "accepted == ReceivingStream.UNSEEN - 1 && lane instanceof")),

    A_DELAY_COMPARES_TIMES_AS_NUMBERS(new Patch("org.braid.devices.delay.DelayReceiving", "waiting.element().dueNs - nowNs <= 0", "waiting.element().dueNs <= nowNs")),

    // ---- sabotage of remote memory

    AN_ACCESS_ENDS_WITH_THE_STREAM_OF_ITS_REGION(new Patch("org.braid.link.region.Framed", "if (closed && underWay == 0) {", "if (closed) {")),
    A_WITHDRAWN_REGION_IS_ACCESSED_DIRECTLY(271, new Patch("org.braid.link.region.Direct", "if (record.seal() != seal) {", "if (record.seal() == -1) {")),
    A_GET_IS_REFUSED_WHILE_ITS_OWNER_HAS_NO_MEMORY_FOR_A_LANE(123_632, new Patch("org.braid.link.region.AccessExecutor", "if (peer.isOverfull()) {", "if (peer.isOverfull() || peer.streamOrNull() == null) {")),
    A_WITHDRAWN_REGION_IS_ACCESSED_BY_FRAMES(new Patch("org.braid.link.region.RegionTable", "slot.region = null; slot.entry", "slot.entry")),

    // ---- sabotage of farewells

    FAREWELLS_DO_NOT_WAIT_UNTIL_THEIR_PEER_CAN_KNOW_OF_ALL_RINGS(449, new Patch("org.braid.link.select.Ports", "if (port.isUnseenBy(peer)) {", "if (port.isUnseenBy(peer) && !port.ringsDoorbell()) {")),
    FAREWELLS_DO_NOT_WAIT_UNTIL_THEIR_PEER_KNOWS_OF_ALL_PIPES(new Patch("org.braid.link.select.Ports", "if (port.isUnseenBy(peer)) {", "if (port.isUnseenBy(peer) && port.ringsDoorbell()) {")),

    A_LANE_THAT_IS_OPENED_BEHIND_THE_FAREWELLS_TAKES_MESSAGES(3073, new Patch("org.braid.link.stream.Peer", "failure() == null && progress.isLeaving() ? whyNoneOpens() : failure();", "failure();")),

    TWO_THAT_CLOSE_AT_ONCE_SEND_EACH_OTHERS_YOUNG_LANES_AWAY(new Patch("org.braid.pipe.PipeLanes", "if (!first || !mayBeAdded(peer, number)) {", "if (!first || closing || !mayBeAdded(peer, number)) {")),

    // ---- sabotage of pipes

    WHAT_HAS_COME_IS_SENT_AGAIN(new Patch("org.braid.pipe.frame.SendSide", "if (!log.resumeAt(peerExpects, peerAccepted)) {", "if (!log.resumeAt(Math.min(peerExpects, counts.accepted()), Math.min(peerExpects, counts.accepted()))) {")),
    A_FRAME_IS_ACKNOWLEDGED_BEFORE_IT_HAS_COME(
            new Patch("org.braid.pipe.frame.FrameReader", "end = 0; landed = true;", "end = 0; landed = true; came(length);"),
            new Patch("org.braid.pipe.frame.FrameReader", "length); } finally { came(length); } } } private void handUp", "length); } finally { } } } private void handUp")),
    A_FRAME_THAT_IS_REFUSED_IS_ACKNOWLEDGED(new Patch("org.braid.pipe.frame.FrameReader", "deaf = true; } else {", "deaf = true; } {")),
    WHAT_WAITS_IN_A_DEVICE_ABOVE_IS_ACKNOWLEDGED(790, new Patch("org.braid.pipe.PipeLane", "receiving.accept(sink.accepted(), nowNs);", "receiving.accept(receiving.expected(), nowNs);")),
    NUMBERS_BEGIN_ANEW_ON_EACH_CONNECTION(new Patch("org.braid.pipe.SharedPast", "peerIncarnation, receiving.expected(), receiving.accepted());", "peerIncarnation, 0, 0);")),
    A_REPLAY_BEGINS_TOO_LATE(new Patch("org.braid.pipe.frame.SendSide", "if (!log.resumeAt(peerExpects, peerAccepted)) {", "if (!log.resumeAt(Math.min(peerExpects + 1, counts.appended()), peerAccepted)) {")),
    A_MESSAGE_THAT_A_FULL_LOG_REFUSED_STAYS_CHARGED(new Patch("org.braid.pipe.frame.SendSide", "credit.giveBack(charge); // no room", "// no room")),
    A_CHECKSUM_IS_NOT_LOOKED_AT(275, new Patch("org.braid.pipe.frame.FrameReader", "return PipeFrame.sum(crc, summed, at, whole) == shown;", "return PipeFrame.sum(crc, summed, at, whole) == shown || true;")),
    ONE_FRAME_TOO_FEW_IS_HANDED_BACK(new Patch("org.braid.pipe.frame.LoggedFrames", "log.handBack(accepted, (s,", "log.handBack(Math.min(accepted + 1, counts.appended()), (s,"));

    private static final String MPI = "org.braid.mpi.";
    private static final String COLLECTIVES = "org.braid.coll.";
    private static final String BOARDS = "org.braid.coll.board.";
    private static final String CALLS_OVER_BOARDS = "org.braid.coll.engine.Board";
    private static final String LOOPS = "org.braid.coll.engine.window.";
    private static final String CALLS_WITH_LOOPS = "org.braid.coll.engine.WindowRun";
    private static final String PIPES = "org.braid.pipe.";
    private static final String REGIONS = "org.braid.link.region.";
    private static final String STRIPES = "org.braid.link.stripe.";
    private static final String DEVICES = "org.braid.devices.";

    private static final long NO_ONE_WORLD = Long.MAX_VALUE;

    private final long foundBy;
    private final List<Patch> patches;

    Plant(Patch... patches) {
        this(NO_ONE_WORLD, patches);
    }

    /** @param foundBy the world that has found it, which is looked at first, since it is rare; the complement of its seed, if its ranks make calls, as {@link Engine#run} has it */
    Plant(long foundBy, Patch... patches) {
        this.foundBy = foundBy;
        this.patches = List.of(patches);
    }

    /** Whether it is in what runs schedules with rounds. */
    private boolean isOfLoops() {
        return isIn(LOOPS) || isIn(CALLS_WITH_LOOPS);
    }

    /** Whether it is in what blocking calls go over, which has worlds of its own. */
    private boolean isOfBoards() {
        return isIn(BOARDS) || isIn(CALLS_OVER_BOARDS);
    }

    /** What is wrong with the world of this seed. */
    @Nullable String run(Engine engine, long seed) {
        return isOfBoards() && seed >= 0 ? engine.runCalls(seed) : engine.run(seed);
    }

    /** Whether the world of this seed has what the bug is in; in others it cannot be found. */
    private boolean mayShow(long seed) {
        if (isOfBoards()) {
            return true;
        }
        SimOptions options = new Script(seed).options();
        return (options.mpiMessages() > 0 || !isIn(MPI))
                && (options.collectives() > 0 || !isIn(COLLECTIVES) && !isIn(MPI + "coll"))
                && (options.pipelined() || !isOfLoops())
                && (options.piped() || !isIn(PIPES))
                && (options.accesses() > 0 || !isIn(REGIONS))
                && (options.chained() || !isIn(STRIPES) && !isIn(DEVICES));
    }

    /** The worlds that are to find it: the one that has found a rare one, and the first so many. */
    LongStream worlds(int first) {
        LongStream known = foundBy == NO_ONE_WORLD ? LongStream.empty() : LongStream.of(foundBy);
        return LongStream.concat(known, LongStream.range(0, first).filter(this::mayShow));
    }

    private boolean isIn(String packages) {
        return patches.stream().anyMatch(each -> each.type().startsWith(packages));
    }

    List<Patch> patches() {
        return patches;
    }

    /** The engine with this bug. */
    Engine engine() {
        return Engine.with(patches.toArray(new Patch[0]));
    }
}
