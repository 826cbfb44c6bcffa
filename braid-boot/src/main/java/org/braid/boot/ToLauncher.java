package org.braid.boot;

import org.braid.base.BraidException;
import org.braid.boot.names.Names;
import org.braid.boot.server.RankClient;
import org.braid.boot.spawn.Spawning;
import org.jspecify.annotations.Nullable;

/**
 * What this process tells its launcher, and what it asks of it: all of it is written and not waited for. A process that nobody launched has nobody to tell; what
 * its user should know is printed.
 *
 * <p>Any thread may call any method.
 */
final class ToLauncher {
    /** Null in a process that nobody launched. Locked while it writes. */
    final @Nullable RankClient client;

    private @Nullable Spawning spawning; // made at its first use; guarded by this
    private @Nullable Names names; // likewise

    ToLauncher(@Nullable RankClient client) {
        this.client = client;
    }

    boolean isThere() {
        return client != null;
    }

    // ---- this rank's way through the job

    void register(byte[] table) {
        if (client != null) {
            client.register(table);
        }
    }

    /** Null unless the launcher can tell this rank of others that leave, while it does other things. */
    @Nullable Parting parting() {
        return client != null && client.tellsOfLeave() ? new Parting(client) : null;
    }

    /** Whether what it says goes through a pipe. */
    boolean findsPipes() {
        return client != null && client.tellsOfLeave();
    }

    /** When this rank reached its phases, monotonic nanoseconds. */
    void phases(long mainNs, long initNs, long finalizeNs) {
        if (client != null) {
            client.phases(mainNs, initNs, finalizeNs);
        }
    }

    /** This rank has ended, in a process that goes on. */
    void exited(int code) {
        if (client != null) {
            try {
                client.exited(code);
            } catch (BraidException e) {
                // The launcher is gone; so is this process soon.
            }
        }
    }

    void finished() {
        if (client != null) {
            client.finished();
        }
    }

    void abort(int code, String reason) {
        if (client != null) {
            client.abort(code, reason);
        } else {
            System.err.println("braid: aborted with code " + code + ": " + reason);
        }
    }

    // ---- what it asks for, and hears of later

    /** How this process has more processes started, and hears who has started it. */
    synchronized Spawning spawning() {
        Spawning known = spawning;
        if (known == null) {
            known = new Spawning(client == null ? null : client::spawn);
            spawning = known;
        }
        return known;
    }

    /** How this process asks the register of names. */
    synchronized Names names() {
        Names known = names;
        if (known == null) {
            known = new Names(client == null ? null : client::name);
            names = known;
        }
        return known;
    }

    // ---- what its user should know

    /** Why this rank is about to fail; whether the launcher was told, and prints it. */
    boolean note(Note note) {
        if (client != null) {
            try {
                client.note(note.text());
                return true;
            } catch (BraidException e) {
                // The launcher is gone; the exit code says the rest.
            }
        }
        return false;
    }

    /** A fallback, or the like: said once, however many ranks notice it. */
    void notice(String text) {
        if (client != null) {
            client.notice(text);
        } else {
            System.err.println("braid: " + text);
        }
    }

    // ---- the control pipe

    /** The program waits for the user's standard input, of which it has read so many bytes. */
    void awaitInput(long taken) {
        if (client != null) {
            client.awaitInput(taken);
        }
    }

    /** The launcher has asked whether this process reacts. */
    void answerPing() {
        if (client != null) {
            try {
                client.alive();
            } catch (BraidException e) {
                // A launcher that is gone needs no answer; its end shows on the control pipe.
            }
        }
    }

    /** The launcher has asked for the table without promises. */
    void kept(byte[] table) {
        if (client != null) {
            try {
                client.kept(table);
            } catch (BraidException e) {
                // As above.
            }
        }
    }

    /** A frame of the rank server has come down the pipe. */
    void answered(byte[] frame) {
        if (client != null) {
            client.answered(frame);
        }
    }

    /** Nobody reads the pipe any more: whoever waits for an answer waits in vain. */
    synchronized void answersEnd() {
        if (client != null) {
            client.answersEnd();
        }
        if (spawning != null) {
            spawning.end();
        }
        if (names != null) {
            names.end();
        }
    }
}
