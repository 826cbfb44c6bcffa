package org.braid.cli;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.Refusal;
import org.braid.launch.output.OutputSink;

/** What a command has printed itself: that it came nowhere is no success, unless whoever read it has gone. */
final class OwnOutput {
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = {'\n'};

    private OwnOutput() {}

    /**
     * Sees to it that it is out.
     *
     * @param code the command's exit code, if all of it is
     * @return the code of an error that has been told if it is not, and the command itself has not failed
     */
    static int end(int code) {
        if (!System.out.checkError()) {
            return code;
        }
        // That stream keeps no reason: the same output is asked for it by an end of the line that may have been cut off.
        OutputSink again = OutputSink.outputAndError(false)[0];
        boolean isOpen = again.write(OutputSink.NOBODY, NOTHING, LINE_END, 0, LINE_END.length);
        if (!isOpen && again.loss().isEmpty()) {
            return code;
        }
        int lost = Refusal.print(new BraidException(ErrorCode.OUTPUT_LOST, "the output is not complete", isOpen ? "some of it could not be written" : again.loss(), "Let standard output go where there is room"));
        return code != 0 ? code : lost;
    }
}
