package org.braid.transports.tcp;

import org.braid.base.wire.ContextId;
import org.braid.link.spi.TransportHost;
import org.braid.pipe.state.CrossedConnect;

/** What becomes of those who call: a proven peer's connection replaces what its lane has, or gives way to our own call if both crossed; everybody else is refused, with a notice. */
final class Callers implements Reception.Host {
    private final Handshakes handshakes;
    private final TcpLanes lanes;
    private final TransportHost host;
    private final SourceNotices notices = new SourceNotices();

    Callers(Handshakes handshakes, TcpLanes lanes, TransportHost host) {
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
        TcpLane lane = theirs == null ? null : lanes.called(peer, -theirs.lane());
        if (theirs == null || lane == null) {
            greeting.close();
            return;
        }
        LaneConnections connections = lane.connections;
        Verdict verdict = judge(lane, connections, theirs, nowNs);
        handshake.decide(verdict, connections.resumePoint());
        greeting.sayLastWords();
        if (verdict == Verdict.WELCOME) {
            connections.attach(greeting.channel, greeting.there, nowNs);
        } else {
            greeting.close();
        }
    }

    private Verdict judge(TcpLane lane, LaneConnections connections, ResumePoint theirs, long nowNs) {
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
        String line = "tcp refused a connection from " + source + ": " + why;
        if (before == 0) {
            host.warning(line);
        } else if (before > 0) {
            host.notice(line + " (and " + before + " more in the last minute)");
        }
    }

    @Override
    public void crowdedOut(String source, long nowNs) {
        if (notices.incident(source, nowNs) >= 0) {
            host.notice("tcp let a caller from " + source + " wait: too many others were behind it");
        }
    }
}
