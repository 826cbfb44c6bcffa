package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import org.braid.boot.control.ControlFrame;
import org.braid.boot.names.NameAnswer;
import org.braid.boot.names.NameOwner;
import org.braid.boot.names.NameRegister;
import org.braid.boot.names.NameRequest;
import org.braid.launch.process.Recipients;

/** The register of a job over several hosts and of all jobs that its joins have started: what is asked comes from ranks of the job itself, or from joins for those of spawned jobs. Main thread only. */
final class HostedNames {
    private final NameRegister register = new NameRegister();

    /** A rank asks, of the job or of one over several hosts that was started for it. */
    void ask(Recipients job, NameOwner asking, byte[] request) {
        NameRequest read = NameRequest.decode(request);
        if (read != null) {
            job.send(asking.rank(), ControlFrame.NAMED, register.answer(asking, read).toBytes());
        }
    }

    /** The same of a rank of a job that a join has started; the join is told. */
    void ask(RemoteHost host, NameOwner asking, byte[] request) {
        NameRequest read = NameRequest.decode(request);
        if (read != null) {
            NameAnswer answer = register.answer(asking, read);
            if (read.kind() == NameRequest.Kind.PUBLISH && answer.outcome() == NameAnswer.Outcome.DONE) {
                host.namers.add(asking); // no more of them than there are names
            }
            tell(host, asking, answer.toBytes());
        }
    }

    private static void tell(RemoteHost host, NameOwner asking, byte[] answer) {
        host.link.send(asking.put(HostProtocol.frame(HostProtocol.NAMED, NameOwner.BYTES + answer.length)).put(answer).array());
    }

    /** A rank has ended. */
    void gone(NameOwner owner) {
        register.ended(owner);
    }

    /** The same of a rank of a job that a join has started, which says so. */
    void gone(RemoteHost host, ByteBuffer in) {
        NameOwner owner = NameOwner.get(in);
        if (host.namers.remove(owner)) {
            register.ended(owner);
        }
    }

    /** A join is lost, and with it all that it has started. */
    void lost(RemoteHost host) {
        host.namers.forEach(register::ended);
        host.namers.clear();
    }
}
