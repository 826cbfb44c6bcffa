package org.braid.launch.process;

/** Ranks of one job that control frames can be sent to, wherever they are. */
public interface Recipients {
    /**
     * Puts one frame on a rank's control pipe; a rank that is gone needs it no more.
     *
     * @param kind of {@link org.braid.boot.control.ControlFrame}
     */
    void send(int rank, int kind, byte[] payload);
}
