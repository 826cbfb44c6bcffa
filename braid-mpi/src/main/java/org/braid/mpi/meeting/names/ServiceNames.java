package org.braid.mpi.meeting.names;

import java.nio.charset.StandardCharsets;
import org.braid.boot.names.NameAnswer;
import org.braid.boot.names.NameAnswer.Outcome;
import org.braid.boot.names.NameRequest;
import org.braid.boot.names.Names;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;

/**
 * The names of services as programs see them (MPI 4.1, section 11.9.4): those of this process's family of jobs, on whatever host, where these have a register; and those of this user on this host. A name is published in both, and looked for in the first one first.
 *
 * @param family asks the register
 * @param host the names of this host
 */
public record ServiceNames(Names family, PublishedNames host) {
    /**
     * Makes a port known under a name.
     *
     * @throws MpiFailure SERVICE if the name is too long or somebody has published it, or it cannot be written down
     */
    public void publish(String service, String port) {
        throwIfTooLong(service, "publishName", ErrorClass.SERVICE);
        Outcome told = family.publish(service, port);
        throwUnlessDone(told, service, "publishName", "publish");
        boolean isWritten = false;
        try {
            host.publish(service, port);
            isWritten = true;
        } finally {
            if (!isWritten && told == Outcome.DONE) {
                Outcome ignored = family.unpublish(service, port);
            }
        }
    }

    /**
     * Forgets a name.
     *
     * @throws MpiFailure SERVICE if it was not published, or for another port, or by another process where there is a register
     */
    public void unpublish(String service, String port) {
        throwIfTooLong(service, "unpublishName", ErrorClass.SERVICE);
        Outcome told = family.unpublish(service, port);
        throwUnlessDone(told, service, "unpublishName", "find");
        host.unpublish(service, port);
    }

    /**
     * The port that a name stands for.
     *
     * @throws MpiFailure NAME if no process that runs has published it, as far as can be known here
     */
    public String lookup(String service) {
        throwIfTooLong(service, "lookupName", ErrorClass.NAME);
        NameAnswer told = family.lookup(service);
        return switch (told.outcome()) {
            case DONE -> told.port();
            case SILENCE -> throw new MpiFailure(ErrorClass.NAME, "lookupName cannot look for '" + service + "'", why(Outcome.SILENCE), "Start the job again");
            case NO_REGISTER -> host.lookup(service);
            default -> onHost(service);
        };
    }

    private String onHost(String service) {
        try {
            return host.lookup(service);
        } catch (MpiFailure unknown) {
            throw new MpiFailure(
                    ErrorClass.NAME, "lookupName does not find '" + service + "'", "no process that runs has published it: none of this job and of those that it has started, on any host, and no other one of this user on this host",
                    "Publish it first; jobs that were started apart, on different hosts, have no register in common: have the program tell them the port's name", unknown);
        }
    }

    private static void throwIfTooLong(String service, String call, ErrorClass errorClass) {
        int bytes = service.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > NameRequest.MAX_SERVICE_BYTES) {
            throw new MpiFailure(errorClass, call + " takes no such name", "it has " + bytes + " bytes as UTF-8, more than " + NameRequest.MAX_SERVICE_BYTES, "Give a shorter name");
        }
    }

    private static void throwUnlessDone(Outcome told, String service, String call, String verb) {
        if (told != Outcome.DONE && told != Outcome.NO_REGISTER) {
            throw new MpiFailure(ErrorClass.SERVICE, call + " cannot " + verb + " '" + service + "'", why(told), "Publish each name once, and unpublish it where that was done, with the port that it was published for");
        }
    }

    private static String why(Outcome told) {
        return switch (told) {
            case TAKEN -> "a process of this job, or of one of its family, has published that name and runs";
            case UNKNOWN -> "nobody has published it";
            case FOREIGN -> "it was published by another process, or for another port";
            case FULL -> "there are too many names already";
            case SILENCE -> "the job's server has not answered";
            case DONE, NO_REGISTER -> "nothing is wrong";
        };
    }
}
