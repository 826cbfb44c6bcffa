package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.memory.Memory;
import org.braid.coll.agreement.Disagreement;
import org.braid.coll.engine.blocks.Lengths;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/** Starts single steps of calls: the only place where a step becomes a message, a copy or a reduction. */
final class Steps {
    private final Port port;
    private final CallPool pool;
    private @Nullable FoundPeers found; // made for the first step that finds a rank, so that whoever has none loads nothing for it

    Steps(Port port, CallPool pool) {
        this.port = port;
        this.pool = pool;
    }

    /** Starts the step, which has the ticket of its number; returns {@link Port#PENDING} if it's a transfer that goes on. */
    int start(Call call, Schedule schedule, int step) {
        return switch (schedule.written(step, Schedule.KIND)) {
            case Schedule.SEND -> send(call, schedule, step, call.firstTicket + step, 0);
            case Schedule.RECEIVE -> receive(call, schedule, step, call.firstTicket + step, 0);
            case Schedule.COPY -> copy(call, schedule, step, 0, 0);
            case Schedule.REDUCE -> reduce(call, schedule, step, 0, 0);
            case Schedule.MEASURE -> measure(call, schedule, step);
            case Schedule.ALLOCATE -> allocate(call, schedule, step);
            case Schedule.COMPARE -> compare(call, schedule, step);
            case Schedule.SEND_LONG -> isLong(call, schedule, step, Schedule.SOURCE) ? send(call, schedule, step, call.firstTicket + step, 0) : Port.DONE;
            case Schedule.RECEIVE_LONG -> isLong(call, schedule, step, Schedule.TARGET) ? receive(call, schedule, step, call.firstTicket + step, 0) : Port.DONE;
            case Schedule.ENTER, Schedule.JOIN, Schedule.FIND_ABOVE, Schedule.FIND_BELOW, Schedule.SEND_FOUND, Schedule.RECEIVE_FOUND -> found(call, schedule, step);
            default -> Port.DONE;
        };
    }

    /** Likewise one of a schedule with rounds, which is neither a send nor a receive, in that round of those for which it is held: its source and target lie a stride further on in each. */
    int startInRound(Call call, Schedule schedule, int step, int ticket, int round) {
        return switch (schedule.written(step, Schedule.KIND)) {
            case Schedule.COPY -> copy(call, schedule, step, round * schedule.stride(step, Schedule.SOURCE), round * schedule.stride(step, Schedule.TARGET));
            case Schedule.REDUCE -> reduce(call, schedule, step, round * schedule.stride(step, Schedule.SOURCE), round * schedule.stride(step, Schedule.TARGET));
            case Schedule.SEND_LONG -> isLong(call, schedule, step, Schedule.SOURCE) ? send(call, schedule, step, ticket, 0) : Port.DONE;
            case Schedule.RECEIVE_LONG -> isLong(call, schedule, step, Schedule.TARGET) ? receive(call, schedule, step, ticket, 0) : Port.DONE;
            default -> start(call, schedule, step); // no message
        };
    }

    private int found(Call call, Schedule schedule, int step) {
        FoundPeers known = found;
        if (known == null) {
            known = new FoundPeers();
            found = known;
        }
        int kind = schedule.written(step, Schedule.KIND);
        if (kind < Schedule.SEND_FOUND) {
            return known.find(call, schedule, step);
        }
        if (FoundPeers.peer(call, schedule, step) == Schedule.NOBODY) {
            return Port.DONE;
        }
        return kind == Schedule.SEND_FOUND ? send(call, schedule, step, call.firstTicket + step, 0) : receive(call, schedule, step, call.firstTicket + step, 0);
    }

    /** Whom a message goes to or comes from. */
    static int peer(Call call, Schedule schedule, int step) {
        int peer = schedule.written(step, Schedule.PEER);
        return peer >= 0 ? peer : FoundPeers.peer(call, schedule, step);
    }

    /** @param further by how many units the source lies further on than where the step is held */
    int send(Call call, Schedule schedule, int step, int ticket, int further) {
        int buffer = schedule.written(step, Schedule.SOURCE);
        int from = schedule.written(step, Schedule.SOURCE_FROM) + further;
        long bytes = call.buffers.bytes(schedule, buffer, from, schedule.written(step, Schedule.SOURCE_TO) + further);
        return port.send(ticket, peer(call, schedule, step), call.tag, call.signature,
                call.buffers.base(buffer), call.buffers.offset(schedule, buffer, from), bytes);
    }

    /** @param further by how many units the target lies further on than where the step is held */
    int receive(Call call, Schedule schedule, int step, int ticket, int further) {
        int buffer = schedule.written(step, Schedule.TARGET);
        int from = schedule.written(step, Schedule.TARGET_FROM) + further;
        long bytes = call.buffers.bytes(schedule, buffer, from, schedule.written(step, Schedule.TARGET_TO) + further);
        int state = port.receive(ticket, peer(call, schedule, step), call.tag, call.signature,
                call.buffers.base(buffer), call.buffers.offset(schedule, buffer, from), bytes);
        return state == Port.DIFFERS ? differs(call, schedule, step, ticket) : state;
    }

    private static boolean isLong(Call call, Schedule schedule, int step, int at) {
        return call.buffers.bytes(schedule, schedule.written(step, at), schedule.written(step, at + 1), schedule.written(step, at + 2)) > schedule.togetherBytes();
    }

    private static int measure(Call call, Schedule schedule, int step) {
        int buffer = schedule.written(step, Schedule.SOURCE);
        byte[] lengths = (byte[]) call.buffers.base(schedule.written(step, Schedule.TARGET));
        int to = schedule.written(step, Schedule.SOURCE_TO);
        for (int block = schedule.written(step, Schedule.SOURCE_FROM), at = schedule.written(step, Schedule.TARGET_FROM); block < to; block++, at++) {
            Lengths.set(lengths, at, call.buffers.bytes(schedule, buffer, block, block + 1));
        }
        return Port.DONE;
    }

    private int allocate(Call call, Schedule schedule, int step) {
        int from = schedule.written(step, Schedule.SOURCE_FROM);
        int buffer = schedule.written(step, Schedule.TARGET);
        byte[] lengths = (byte[]) call.buffers.base(schedule.written(step, Schedule.SOURCE));
        pool.allocate(call, buffer, call.buffers.blocks(buffer).take(schedule, lengths, from, schedule.written(step, Schedule.SOURCE_TO) - from));
        return Port.DONE;
    }

    /** One length: before a block is waited for that comes by itself if it is long, for whoever has a short one sends none. */
    private static int compare(Call call, Schedule schedule, int step) {
        long said = Lengths.get((byte[]) call.buffers.base(schedule.written(step, Schedule.SOURCE)), schedule.written(step, Schedule.SOURCE_FROM));
        int block = schedule.written(step, Schedule.TARGET_FROM);
        long expected = call.buffers.bytes(schedule, schedule.written(step, Schedule.TARGET), block, block + 1);
        if (said != expected) {
            throw unequal(call, schedule, block, said, expected);
        }
        return Port.DONE;
    }

    private int differs(Call call, Schedule schedule, int step, int ticket) {
        var found = new Disagreement(call.tag, port.rank(), call.signature, peer(call, schedule, step), port.signature(ticket));
        throw port.disagree(found).error();
    }

    /** A state that came from the port, or the error that it stands for. */
    boolean isDone(Call call, Schedule schedule, int step, int ticket, int state) {
        if (state == Port.DIFFERS) {
            differs(call, schedule, step, ticket);
        }
        return state == Port.DONE;
    }

    private static int copy(Call call, Schedule schedule, int step, int sourceFurther, int targetFurther) {
        int source = schedule.written(step, Schedule.SOURCE);
        int from = schedule.written(step, Schedule.SOURCE_FROM) + sourceFurther;
        int target = schedule.written(step, Schedule.TARGET);
        long bytes = moved(call, schedule, step, sourceFurther);
        if (bytes > 0) {
            Memory.copy(call.buffers.base(source), call.buffers.offset(schedule, source, from),
                    call.buffers.base(target), call.buffers.offset(schedule, target, schedule.written(step, Schedule.TARGET_FROM) + targetFurther), bytes);
        }
        return Port.DONE;
    }

    /** How much a copy moves. Between one of the caller's blocks and a measured one, which must be as long: nothing if that has no room. */
    private static long moved(Call call, Schedule schedule, int step, int further) {
        int source = schedule.written(step, Schedule.SOURCE);
        int target = schedule.written(step, Schedule.TARGET);
        int from = schedule.written(step, Schedule.SOURCE_FROM) + further;
        int to = schedule.written(step, Schedule.SOURCE_TO) + further;
        boolean isMeasured = schedule.layout(source) == Schedule.MEASURED;
        if (isMeasured == (schedule.layout(target) == Schedule.MEASURED)) {
            return call.buffers.bytes(schedule, source, from, to);
        }
        long said = call.buffers.lengthBytes(schedule, source, from, to);
        long expected = call.buffers.lengthBytes(schedule, target, schedule.written(step, Schedule.TARGET_FROM), schedule.written(step, Schedule.TARGET_TO));
        if (said != expected) {
            throw unequal(call, schedule, schedule.written(step, isMeasured ? Schedule.TARGET_FROM : Schedule.SOURCE_FROM), said, expected);
        }
        return schedule.together(said);
    }

    /** What is wrong where a block is of another length than this rank expects: that of rank {@code block}, or its own one. */
    static BraidException unequal(Call call, Schedule schedule, int block, long said, long expected) {
        boolean isOfNeighbours = schedule.shape().operation().isOfNeighbours();
        String whose = schedule.shape().operation() == Operation.SCATTERV ? "this rank's block" : "the block of rank " + (isOfNeighbours ? schedule.shape().neighbours().source(block) : block);
        return new BraidException(
                said < expected ? ErrorCode.MPI_COUNT : ErrorCode.MPI_TRUNCATED, call.operation.text() + " has a block of another length than expected", whose + " is " + said + " bytes, and this rank expects " + expected, "Give both ranks the same count for it, in elements of the same type");
    }

    private static int reduce(Call call, Schedule schedule, int step, int sourceFurther, int targetFurther) {
        int source = schedule.written(step, Schedule.SOURCE);
        int from = schedule.written(step, Schedule.SOURCE_FROM) + sourceFurther;
        int target = schedule.written(step, Schedule.TARGET);
        long elements = call.buffers.elements(schedule, source, from, schedule.written(step, Schedule.SOURCE_TO) + sourceFurther);
        @Nullable Reducer reducer = call.reducer;
        if (elements > 0 && reducer != null) {
            reducer.reduce(call.buffers.base(source), call.buffers.offset(schedule, source, from),
                    call.buffers.base(target), call.buffers.offset(schedule, target, schedule.written(step, Schedule.TARGET_FROM) + targetFurther), Math.toIntExact(elements));
        }
        return Port.DONE;
    }
}
