package org.braid.launch.names;

import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameAnswer;
import org.braid.boot.names.NameRequest;
import org.braid.launch.process.Recipients;

/** Who answers what ranks ask about names of ports, and hears which ranks have ended, whose names go with them. Main thread of the asking job. */
public interface NameKeeper {
    /** There is no register: names are those of one host, which ranks find by themselves. */
    NameKeeper NONE = new NameKeeper() {
        @Override
        public void named(Recipients asking, int rank, byte[] request) {
            refuse(asking, rank, request);
        }

        @Override
        public void gone(Recipients ranks, int rank) {}
    };

    /**
     * A rank asks, and is told by a control frame.
     *
     * @param asking the job, among whose ranks it is
     * @param request as it has come
     */
    void named(Recipients asking, int rank, byte[] request);

    /**
     * A rank has ended.
     *
     * @param ranks the job, among whose ranks it was
     */
    void gone(Recipients ranks, int rank);

    /** Tells a rank that there is no register; nothing to what is no question. */
    static void refuse(Recipients asking, int rank, byte[] request) {
        NameRequest read = NameRequest.decode(request);
        if (read != null) {
            asking.send(rank, ControlFrame.NAMED, new NameAnswer(read.id(), NameAnswer.Outcome.NO_REGISTER, "").toBytes());
        }
    }
}
