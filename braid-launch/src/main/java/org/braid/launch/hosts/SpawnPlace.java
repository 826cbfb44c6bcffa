package org.braid.launch.hosts;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.spawn.SpawnNews;
import org.braid.boot.spawn.SpawnRequest;

/** Where processes are started that ranks ask for while their job runs ({@link HostChoice}): by one join alone, which keeps their job; or by several, once each of them can, and the server keeps it. Main thread only. */
final class SpawnPlace {
    private final Roll roll;
    private final Consumer<SpreadRequest> whenReady;
    private final Map<Integer, SpreadRequest> pending = new HashMap<>();
    private int count;

    /** @param whenReady told of a job that several joins can start now */
    SpawnPlace(Roll roll, Consumer<SpreadRequest> whenReady) {
        this.roll = roll;
        this.whenReady = whenReady;
    }

    /** Sends a request to the joins that will start the processes; the rank is told if there are none. */
    void ask(int rank, byte[] bytes) {
        SpawnRequest request;
        try {
            request = SpawnRequest.decode(bytes);
        } catch (IOException damaged) {
            return; // nobody can be told which request it was
        }
        RemoteHost own = roll.hostOf(rank);
        if (own != null) {
            place(own, rank, request, bytes);
        }
    }

    private void place(RemoteHost own, int rank, SpawnRequest request, byte[] bytes) {
        try {
            List<RemoteHost> places = new HostChoice(roll, own).of(request);
            if (places.stream().distinct().count() == 1) {
                places.getFirst().link.send(HostProtocol.frame(HostProtocol.SPAWN, 4 + bytes.length).putInt(rank).put(bytes).array());
            } else {
                prepare(new SpreadRequest(++count, rank, request, places));
            }
        } catch (BraidException e) {
            refuse(rank, request.id(), e.what() + ": " + e.why());
        }
    }

    private void prepare(SpreadRequest request) {
        request.ask();
        pending.put(request.number(), request);
    }

    private void refuse(int rank, int request, String why) {
        roll.control(rank, ControlFrame.SPAWNED, new SpawnNews(request, SpawnNews.State.REFUSED, why).toBytes());
    }

    /**
     * A join says whether it can start its part of a job.
     *
     * @param why it cannot, "" if it can
     */
    void ready(RemoteHost host, int number, String why) {
        SpreadRequest request = pending.get(number);
        if (request == null) {
            // Another join cannot. What said so may have come before this part could hear it.
            new InnerLink(host.link, number).send(HostProtocol.withText(HostProtocol.OVER, 1, ""));
            return;
        }
        if (!why.isEmpty()) {
            giveUp(request, why + " (on " + host.entry.name() + ")");
        } else if (request.isReadyWith(host)) {
            pending.remove(number);
            whenReady.accept(request);
        }
    }

    private void giveUp(SpreadRequest request, String why) {
        pending.remove(request.number());
        request.giveUp();
        refuse(request.rank(), request.id(), why);
    }

    /** A join is gone. */
    void lost(RemoteHost host) {
        for (SpreadRequest each : List.copyOf(pending.values())) {
            if (each.isOn(host)) {
                giveUp(each, host + " is lost");
            }
        }
    }

    /** The job is over: nothing more is started for it. */
    void close() {
        List.copyOf(pending.values()).forEach(each -> giveUp(each, "the job that asks is over"));
    }
}
