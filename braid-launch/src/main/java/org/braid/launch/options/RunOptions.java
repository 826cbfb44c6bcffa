package org.braid.cli.run;

import java.util.List;

/**
 * What the user asked {@code braid run} for.
 *
 * @param timeoutNs 0 for none
 * @param wdir the ranks' working directory, empty for the launcher's
 * @param exports {@code NAME=VALUE} for the ranks' environment
 * @param bind whether ranks are bound to cores where each can have its own
 * @param verbosity -1 quiet, 0 normal, 1 and more: say what is done
 */
record RunOptions(
        int ranks,
        String method,
        String report,
        boolean tagOutput,
        long timeoutNs,
        String wdir,
        List<String> exports,
        List<String> jvmArgs,
        boolean allowClear,
        boolean bind,
        String classPath,
        int verbosity,
        String program,
        List<String> arguments) {

    boolean reports(String name) {
        for (String one : Words.split(report, ',')) {
            if (one.equals(name)) {
                return true;
            }
        }
        return false;
    }
}
