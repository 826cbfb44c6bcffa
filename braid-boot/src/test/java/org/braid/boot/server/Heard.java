package org.braid.boot.server;

import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers what a rank server has told its listener. */
final class Heard implements RankListener {
    final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();

    void say(String line) {
        lines.add(line);
    }

    String all() {
        return String.join(",", lines);
    }

    @Override
    public void registered(int rank) {
        say("registered " + rank);
    }

    @Override
    public void wholeWanted(int rank) {
        say("whole " + rank);
    }

    @Override
    public void finished(int rank) {
        say("finished " + rank);
    }

    @Override
    public void awaited(int rank) {
        say("awaited " + rank);
    }

    @Override
    public void exited(int rank, int code) {
        say("exited " + rank + " " + code);
    }

    @Override
    public void alive(int rank) {
        say("alive " + rank);
    }

    @Override
    public void aborted(int rank, int code, String reason) {
        say("aborted " + rank + " " + code + " " + reason);
    }

    @Override
    public void noted(int rank, String text) {
        say("noted " + rank);
    }

    @Override
    public void noticed(int rank, String text) {
        say("notice " + rank + " " + text);
    }

    @Override
    public void inputAwaited(int rank, long taken) {
        say("awaits " + rank + " " + taken);
    }

    @Override
    public void nameAsked(int rank, byte[] request) {
        say("name " + rank + " " + request.length);
    }

    @Override
    public void gone(int rank) {
        say("gone " + rank);
    }

    @Override
    public void spawnAsked(int rank, byte[] request) {
        say("spawn " + rank + " " + request.length);
    }

    @Override
    public void phases(int rank, long mainNs, long initNs, long finalizeNs) {
        say("phases " + rank);
    }

    @Override
    public void refused(String source, String reason) {
        say("refused " + reason);
    }
}
