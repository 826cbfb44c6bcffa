package org.braid.pipe;

import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.hello.AcceptorHandshake;
import org.braid.pipe.hello.Greeting;
import org.braid.pipe.hello.Handshakes;
import org.braid.pipe.hello.Reception;
import org.braid.pipe.hello.ResumePoint;
import org.braid.pipe.hello.SourceNotices;
import org.braid.pipe.hello.Verdict;
import org.braid.pipe.state.CrossedConnect;
import org.jspecify.annotations.Nullable;

/** What becomes of callers: a proven peer's connection replaces what its lane has, or gives way to our own call if both crossed; everybody else is refused, with a notice. */
final class Callers implements Reception.Host {
    private final String method;
    private final Handshakes handshakes;
    private final PipeLanes lanes;
    private final TransportHost host;
    private final SourceNotices notices = new SourceNotices();

    Callers(String method, Handshakes handshakes, PipeLanes lanes, TransportHost host) {
        this.method = method;
        this.handshakes = handshakes;
        this.lanes = lanes;
        this.host = host;
    }

    @Override
    public AcceptorHandshake newHandshake() {
        return handshakes.withCaller();
    }

    @Override
    public void proven(Greeting greeting, AcceptorHandshake handshake, long nowNs) {
        ContextId peer = handshake.peer();
        ResumePoint theirs = handshake.peerResume();
        PipeLane lane;
        try {
            lane = theirs == null ? null : lanes.called(peer, -theirs.lane(), theirs.knownOfPeer() == 0, nowNs);
        } catch (BraidException refused) {
            greeting.close(); // the peer calls again
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            waits(greeting.pipe().there(), refused.why(), nowNs);
            return;
        }
        if (theirs == null || lane == null) {
            sendAway(greeting, handshake, theirs);
            return;
        }
        LaneConnections connections = lane.connections;
        Verdict verdict = judge(lane, connections, theirs, nowNs);
        handshake.decide(verdict, connections.resumePoint());
        greeting.sayLastWords();
        if (verdict == Verdict.WELCOME && greeting.hasSaidAll()) {
            connections.attach(greeting.pipe(), nowNs);
            return;
        }
        greeting.close();
        if (verdict == Verdict.WELCOME) {
            connections.remake(nowNs);
        }
    }

    /** A lane that has ended here is told so, lest it call again; to one that should not be there nothing is said. */
    private static void sendAway(Greeting greeting, AcceptorHandshake handshake, @Nullable ResumePoint theirs) {
        if (theirs != null && theirs.knownOfPeer() != 0) {
            handshake.decide(Verdict.LEFT, new ResumePoint(-theirs.lane(), 0, 0, 0, 0));
            greeting.sayLastWords();
        }
        greeting.close();
    }

    private Verdict judge(PipeLane lane, LaneConnections connections, ResumePoint theirs, long nowNs) {
        if (lane.number == 0 && connections.isDialling() && CrossedConnect.oursStays(host.self(), lane.peer)) {
            return Verdict.CROSSED;
        }
        Verdict verdict = connections.judge(theirs);
        if (verdict != Verdict.WELCOME) {
            return verdict;
        }
        connections.makeWay(nowNs);
        return connections.resumeAt(theirs) ? Verdict.WELCOME : Verdict.IMPOSSIBLE;
    }

    /** Shown to the user: somebody knocks who is not of the job. Once for each source and reason; how often is for {@link TransportHost#notice} alone. */
    @Override
    public void refused(String source, String why, long nowNs) {
        long before = notices.incident(source, nowNs);
        String line = method + " refused a connection from " + source + ": " + why;
        if (before == 0) {
            host.warning(line);
        } else if (before > 0) {
            host.notice(line + " (and " + before + " more in the last minute)");
        }
    }

    @Override
    public void crowdedOut(String source, long nowNs) {
        waits(source, "too many others were behind it", nowNs);
    }

    private void waits(String source, String why, long nowNs) {
        if (notices.incident(source, nowNs) >= 0) {
            host.notice(method + " let a caller from " + source + " wait: " + why);
        }
    }
}
