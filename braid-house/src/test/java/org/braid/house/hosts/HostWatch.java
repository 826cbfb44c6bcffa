package org.braid.house.hosts;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.braid.testkit.hosts.TestHosts;

/** What runs on hosts for tests, and what was left there. */
record HostWatch(TestHosts hosts) {
    /** Sends a signal to the JVM of a host whose command line has a text. */
    void signal(int host, String signal, String part) throws IOException, InterruptedException {
        String script = "for p in /proc/[0-9]*; do { tr '\\0' ' ' < $p/cmdline; } 2> /dev/null | grep -q '^[^ ]*java .*" + part + "' && kill -s " + signal + " ${p#/proc/}; done; true";
        String said = hosts.said(host, "sh", "-c", script);
        if (!said.isEmpty()) {
            throw new IOException(said);
        }
    }

    /** How many JVMs a host has. */
    int jvmsOn(int host) throws IOException, InterruptedException {
        String script = "n=0; for p in /proc/[0-9]*; do { tr '\\0' ' ' < $p/cmdline; } 2> /dev/null | grep -q '^[^ ]*java ' && n=$((n+1)); done; echo $n";
        return Integer.parseInt(hosts.said(host, "sh", "-c", script).strip());
    }

    /** Waits until so many of a host's JVMs are stopped, and no more. */
    void awaitStopped(int host, int count) throws IOException, InterruptedException {
        String script = "n=0; for p in /proc/[0-9]*; do { tr '\\0' ' ' < $p/cmdline; } 2> /dev/null | grep -q '^[^ ]*java ' && grep -q '^State:.T' $p/status && n=$((n+1)); done; echo $n";
        for (int nap = 0; Integer.parseInt(hosts.said(host, "sh", "-c", script).strip()) != count; nap++) {
            if (nap == HostedJob.NAPS / 10) {
                throw new AssertionError("not " + count + " JVMs of host " + host + " are stopped");
            }
            TimeUnit.MILLISECONDS.sleep(HostedJob.NAP_MS);
        }
    }

    /** What has been left in memory and among temporary files of a host, but for the caches. */
    String leftOn(int host) throws IOException, InterruptedException {
        return hosts.said(host, "sh", "-c", "ls /dev/shm; ls /tmp | grep '^braid-' | grep -v '^braid-test' || true").strip();
    }

    /** Waits until a host's system has sent something over a connection with another host that was not acknowledged yet. */
    void awaitUnacknowledged(int host) throws IOException, InterruptedException {
        for (int nap = 0; !hasUnacknowledged(host); nap++) {
            if (nap == HostedJob.NAPS) {
                throw new AssertionError("nothing is on its way");
            }
            TimeUnit.MILLISECONDS.sleep(HostedJob.NAP_MS);
        }
    }

    /** By the columns of /proc/net/tcp6: state 01 is a connection. */
    private boolean hasUnacknowledged(int host) throws IOException, InterruptedException {
        return hosts.said(host, "sh", "-c", "cat /proc/net/tcp6 /proc/net/tcp").lines().map(line -> line.strip().split(" +")).anyMatch(row -> row.length > 4 && row[3].equals("01") && !row[4].startsWith("00000000:"));
    }
}
