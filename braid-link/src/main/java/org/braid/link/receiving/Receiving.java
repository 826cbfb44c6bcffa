package org.braid.link.receiving;

import java.util.ArrayList;
import java.util.List;

/** The streams by which one peer's messages come. Guarded by the context's token. */
public final class Receiving {
    private final Answers answers;
    private final List<ReceivingStream> streams = new ArrayList<>(1);

    /** What is said to the peer goes by {@code answers}. */
    public Receiving(Answers answers) {
        this.answers = answers;
    }

    /** The stream of this number, made when it is first named. */
    public ReceivingStream of(int number) {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).number() == number) {
                return streams.get(i);
            }
        }
        ReceivingStream fresh = new ReceivingStream(answers, number);
        streams.add(fresh);
        return fresh;
    }

    /** A stream has ended: nobody sends by it any more. */
    void over(ReceivingStream ended) {
        streams.remove(ended);
    }

    /** Says what is to be said; frames sent. */
    public int settle() {
        int sent = 0;
        for (int i = 0; i < streams.size(); i++) {
            sent += streams.get(i).settle();
        }
        return sent;
    }

    /** A lane that may have had answers has ended, and nobody knows whether they got through. Twice does no harm. */
    public void repeat() {
        for (ReceivingStream each : streams) {
            each.repeat();
        }
    }

    /** True while something waits to be said. */
    public boolean waits() {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).waits()) {
                return true;
            }
        }
        return false;
    }

    /** Nobody can be told any more. */
    public void drop() {
        for (ReceivingStream each : streams) {
            each.drop();
        }
    }
}
