package org.braid.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.build.BraidBuild;
import org.braid.bench.build.BraidPrograms;
import org.braid.bench.build.OtherBuild;
import org.braid.bench.figure.Who;
import org.braid.bench.peer.PeerPrograms;
import org.braid.bench.peer.Peers;
import org.braid.bench.process.Campaign;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Contest;
import org.braid.bench.work.Heat;
import org.braid.bench.work.Measured;
import org.jspecify.annotations.Nullable;

/** Who takes part, in the order in which they run: heat by heat, each program of this build beside the same of the other one, then the peers. */
final class Lineup implements Campaign.Check {
    private static final String OBJECTS = "ObjectsProgram"; // which MPJ Express compiles, too

    private final BraidBuild ours;
    private final @Nullable BraidBuild other;
    private final List<String> notes = new ArrayList<>();
    private final List<Contestant> contestants = new ArrayList<>();

    private Lineup(BraidBuild ours, @Nullable BraidBuild other) {
        this.ours = ours;
        this.other = other;
        if (other != null) {
            notes.addAll(List.of("new: " + ours.version(), "old: " + other.version()));
        }
    }

    /** @param cache where the sources of our programs and the peers' programs are kept */
    static Lineup of(Measured measured, Contest contest, Path cache) throws IOException, InterruptedException {
        List<Heat> heats = measured.heats();
        Path against = contest.against();
        Lineup lineup = new Lineup(BraidBuild.ours(), against == null ? null : OtherBuild.at(against));
        Peers peers = contest.peers() ? lineup.peers(measured, cache.resolve(Bench.PEERS), cache.resolve(Bench.SOURCES)) : null;
        BraidPrograms programs = new BraidPrograms(measured, lineup.ours, cache.resolve(Bench.SOURCES));
        BraidPrograms others = lineup.other == null ? null : new BraidPrograms(measured, lineup.other, cache.resolve(Bench.SOURCES));
        for (Heat heat : heats) {
            lineup.add(programs.contestants(heat), others == null ? List.of() : others.contestants(heat));
            lineup.contestants.addAll(peers == null ? List.of() : peers.contestants(heat));
        }
        return lineup;
    }

    private @Nullable Peers peers(Measured measured, Path programs, Path sources) throws IOException, InterruptedException {
        String method = measured.method();
        if (!method.isEmpty() && !method.equals("tcp")) {
            notes.add("the peers are left out: they know nothing like --method '" + method + "', only tcp");
            return null;
        }
        Peers peers = new Peers(method.equals("tcp"), new PeerPrograms(programs));
        peers.prepare(measured.operation());
        if (measured.operation().equals("objects") && method.isEmpty()) {
            peers.prepareMpj(BraidPrograms.source(OBJECTS, sources));
        }
        notes.addAll(peers.leftOut());
        return peers;
    }

    /** Both lists are in the same order; the other build may lack some. */
    private void add(List<Contestant> mine, List<Contestant> others) {
        int next = 0;
        for (Contestant contestant : mine) {
            contestants.add(contestant);
            if (next < others.size() && others.get(next).name().equals(contestant.name())) {
                contestants.add(others.get(next++));
            } else if (other != null && contestant.who() == Who.OURS) {
                notes.add("other " + contestant.name() + " is left out: that build has no such program");
            }
        }
    }

    List<Contestant> contestants() {
        return contestants;
    }

    /** What a user should know before: which builds they are, and who is left out. */
    List<String> notes() {
        return notes;
    }

    String version() {
        return ours.version();
    }

    /** Empty for none. */
    String otherVersion() {
        return other == null ? "" : other.version();
    }

    @Override
    public void afterRound() throws IOException, InterruptedException {
        ours.afterRound();
        if (other != null) {
            other.afterRound();
        }
    }
}
