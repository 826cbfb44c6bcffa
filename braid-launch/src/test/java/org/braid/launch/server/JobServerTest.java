package org.braid.launch.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.braid.boot.server.RankClient;
import org.braid.boot.server.RankListener;
import org.braid.boot.ticket.Secret;
import org.braid.boot.ticket.Ticket;
import org.junit.jupiter.api.Test;

class JobServerTest {
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void whatAShortRankSaidIsHeardBeforeItsEndEvenIfItEndedBeforeTheServerWasOpen() throws Exception {
        JobServer server = new JobServer("test");
        Ticket job = new Ticket(0, 1, 2, 0, 1, 0, 1, ProcessHandle.current().pid(), server.address(), Secret.random(), "", "", false);
        new RankClient(job).register(new byte[] {0});
        Thread rank = new Thread(() -> server.afterLastWords(0, () -> heard.add("ended")));
        rank.start();
        while (rank.getState() != Thread.State.WAITING && rank.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        server.open(job, new Ears(), (pid, frame) -> {}, null);
        assertEquals(List.of("registered", "ended"), List.of(next(), next()));
        server.close();
    }

    private String next() throws InterruptedException {
        return String.valueOf(heard.poll(60, TimeUnit.SECONDS));
    }

    private final class Ears implements RankListener {
        @Override
        public void registered(int rank) {
            heard.add("registered");
        }

        @Override
        public void refused(String source, String reason) {
            heard.add(reason);
        }

        @Override
        public void wholeWanted(int rank) {}

        @Override
        public void finished(int rank) {}

        @Override
        public void awaited(int rank) {}

        @Override
        public void alive(int rank) {}

        @Override
        public void exited(int rank, int code) {}

        @Override
        public void aborted(int rank, int code, String reason) {}

        @Override
        public void noted(int rank, String text) {}

        @Override
        public void noticed(int rank, String text) {}

        @Override
        public void inputAwaited(int rank, long taken) {}

        @Override
        public void nameAsked(int rank, byte[] request) {}

        @Override
        public void gone(int rank) {}

        @Override
        public void spawnAsked(int rank, byte[] request) {}

        @Override
        public void phases(int rank, long mainNs, long initNs, long finalizeNs) {}
    }
}
