package org.braid.link;

import java.util.ArrayList;
import java.util.List;

/** The streams by which one peer's messages come. Guarded by the context's token. */
final class Receiving {
    private final Answers answers;
    private final List<ReceivingStream> streams = new ArrayList<>(1);

    Receiving(Answers answers) {
        this.answers = answers;
    }

    /** The stream of this number, made when it is first named. */
    ReceivingStream of(int number) {
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
    int settle() {
        int sent = 0;
        for (int i = 0; i < streams.size(); i++) {
            sent += streams.get(i).settle();
        }
        return sent;
    }

    /** A lane that may have had answers has ended, and nobody knows whether they got through. Twice does no harm. */
    void repeat() {
        for (ReceivingStream each : streams) {
            each.repeat();
        }
    }

    boolean waits() {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).waits()) {
                return true;
            }
        }
        return false;
    }

    void drop() {
        for (ReceivingStream each : streams) {
            each.drop();
        }
    }
}
