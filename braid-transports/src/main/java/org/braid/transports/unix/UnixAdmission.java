package org.braid.transports.unix;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.transports.socket.ChannelListener;
import org.braid.transports.socket.ChannelPipe;
import org.braid.transports.socket.Sleeper;
import org.braid.transports.socket.Sockets;

/** Callers of another user are not even heard. */
record UnixAdmission(PeerUser trusted, Sleeper sleeper) implements ChannelListener.Admission {
    @Override
    public BytePipe admit(SocketChannel fresh) throws IOException {
        String source = "an unknown user";
        try {
            fresh.configureBlocking(false);
            source = PeerUser.describe(fresh);
            String why = trusted.whyNot(fresh);
            if (why == null) {
                return ChannelPipe.called(fresh, source, sleeper, Around.CHANNELS);
            }
            Sockets.close(fresh);
            return new NoPipe(source, why);
        } catch (IOException e) {
            Sockets.close(fresh);
            return new NoPipe(source, String.valueOf(e.getMessage()));
        }
    }
}
