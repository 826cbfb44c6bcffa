package org.braid.launch;

import java.nio.ByteBuffer;
import org.braid.boot.names.NameOwner;
import org.braid.boot.ticket.Ticket;
import org.braid.launch.hosts.JoinSeats;
import org.braid.launch.hosts.ServerLink;

/** What the job's server says to a join: each becomes a task of the main thread. */
record Obedience(JobEvents events, JoinedHost host) implements ServerLink.Orders {
    @Override
    public void begin(Ticket ticket, JoinSeats seats) {
        events.post(() -> host.begin(ticket, seats));
    }

    @Override
    public void control(int rank, int kind, byte[] payload) {
        events.post(() -> host.control(rank, kind, payload));
    }

    @Override
    public void answer(int pid, ByteBuffer frame) {
        events.post(() -> host.toRanks(ranks -> ranks.answer(pid, frame)));
    }

    @Override
    public void terminate() {
        events.post(() -> host.toRanks(HostRanks::terminate));
    }

    @Override
    public void kill() {
        events.post(() -> host.toRanks(HostRanks::kill));
    }

    @Override
    public void forward(String signal) {
        events.post(() -> host.forward(signal));
    }

    @Override
    public void signal(String signal) {
        events.post(() -> host.toRanks(ranks -> ranks.signal(signal)));
    }

    @Override
    public void pause() {
        events.post(host::pause);
    }

    @Override
    public void stop() {
        events.post(host.hold()::stop);
    }

    @Override
    public void goOn() {
        events.post(host::goOn);
    }

    @Override
    public void inputAwaited(long taken) {
        long nowNs = System.nanoTime();
        events.post(() -> host.toRanks(ranks -> ranks.inputAwaited(taken, nowNs)));
    }

    @Override
    public void spawn(int rank, byte[] request) {
        events.post(() -> host.spawn(rank, request));
    }

    @Override
    public void named(NameOwner asking, byte[] answer) {
        events.post(() -> host.toSpawns(spawns -> spawns.named(asking, answer)));
    }

    @Override
    public void part(int job, int[] numbers, byte[] request) {
        events.post(() -> host.part(job, numbers, request));
    }

    @Override
    public void notice(String text) {
        events.post(() -> host.say(text));
    }

    @Override
    public void over(int code, String why) {
        events.post(() -> host.over(code, why));
    }

    @Override
    public void lost(String why) {
        events.post(() -> host.lost(why));
    }
}
