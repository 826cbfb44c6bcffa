package org.braid.cli.run;

import java.nio.file.Path;
import org.braid.base.wire.Policy;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Invitation;
import org.braid.link.Context;
import org.braid.link.progress.Completion;

/** A program that nobody launched: it talks to the job that invited it, by the method named, and stays until that job ends. */
public final class Guest {
    private Guest() {}

    public static void main(String[] arguments) {
        Invitation invitation = Invitation.read(Path.of(arguments[0]));
        Completion failed = new Completion();
        try (Context guest = Context.open(invitation.contextConfig().withPolicy(Policy.parse(arguments[1])))) {
            guest.onFailure((peer, cause) -> failed.complete());
            int ask = guest.register("attach.ask", (to, a0, a1, a2, a3, payload) -> {});
            guest.register("attach.answer", (to, rank, a1, a2, a3, payload) -> System.out.println("rank " + rank + " answered"));
            PutBuffer body = new PutBuffer();
            guest.startpointTo(guest.newEndpoint(null)).put(body);
            guest.startpointTo(invitation.host(), Actor.GUESTS).send(ask, 0, 0, 0, 0, body);
            guest.progress().await(failed);
            System.out.println("the job has failed");
        }
    }
}
