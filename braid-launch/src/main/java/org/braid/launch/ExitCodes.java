package org.braid.launch;

import org.braid.base.ErrorCode;

/** What the launcher's exit code is when it is not a rank's: the codes that shells and mpirun have made familiar. */
final class ExitCodes {
    /** The command line makes no sense. */
    static final int USAGE = 2;

    /** Braid itself failed. */
    static final int INTERNAL = 125;

    /** The program is there but cannot be run. */
    static final int NOT_RUNNABLE = 126;

    /** The program is not there. */
    static final int NOT_FOUND = 127;

    private ExitCodes() {}

    /** The exit code of a launcher that ends with this error. */
    static int of(ErrorCode code) {
        return switch (code) {
            case OPTION_UNKNOWN, OPTION_VALUE, OPTION_CONFLICT, PROGRAM_MISSING, METHOD_SYNTAX, POLICY_SYNTAX, SIZE_SYNTAX, TIME_SYNTAX,
                    METHOD_UNKNOWN, METHOD_PARAMETER, CODE_UNKNOWN, KEY_UNKNOWN, ENVIRONMENT_INVALID, TOPOLOGY_INVALID, SIMULATION_TOO_LARGE, NETWORK_INVALID, HOST_ELSEWHERE -> USAGE;
            case MAIN_MISSING, FILE_UNREADABLE, CACHE_UNUSABLE -> NOT_RUNNABLE;
            case PROGRAM_NOT_FOUND -> NOT_FOUND;
            case COMPILE_FAILED -> 1;
            default -> INTERNAL;
        };
    }
}
