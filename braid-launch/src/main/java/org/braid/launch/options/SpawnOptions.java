package org.braid.launch.options;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.spawn.HostSlot;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;
import org.braid.launch.text.Words;

/** What a program asks for that has more processes started, as options of {@code braid run}: its command is read as one is there, its hints count as options, and what neither says is inherited from the asking job. */
public final class SpawnOptions {
    private static final String WDIR = "wdir";
    private static final String PATH = "path";
    private static final String JVM_ARGS = "braid_jvm_args";

    private SpawnOptions() {}

    /**
     * The options of one command of a request.
     *
     * @param asking those of the job that asks
     * @param classPath of its program
     * @param application the command's number in the request
     * @throws BraidException if its command or its hints make no sense
     */
    public static RunOptions of(RunOptions asking, List<String> classPath, SpawnRequest.Command asked, int application) {
        checkHosts(asked.hints().getOrDefault(Spawning.HOST, ""));
        List<String> words = new ArrayList<>(List.of("-n", Integer.toString(asked.processes()), "--", asked.command()));
        words.addAll(asked.arguments());
        RunOptions read = RunArguments.parse(JobCommand.RUN, words);
        List<String> jvmArgs = new ArrayList<>(asking.jvmArgs());
        jvmArgs.addAll(read.jvmArgs());
        jvmArgs.addAll(Words.split(asked.hints().getOrDefault(JVM_ARGS, ""), ' '));
        jvmArgs.add("-D" + Spawning.APPLICATION + "=" + application);
        return new RunOptions(
                "", read.ranks(), 1, List.of(), "", "", asking.method(), asking.report(), asking.tagOutput(), 0, wdir(asked.hints().getOrDefault(WDIR, asking.wdir())), asking.exports(), jvmArgs, asking.allowClear(), "", "", false, "", false,
                path(read.classPath(), asked.hints().getOrDefault(PATH, ""), String.join(File.pathSeparator, classPath)), asking.verbosity(), RunOptions.PLAIN_ARGUMENTS, asking.profile(), read.program(), read.arguments(), List.of());
    }

    private static void checkHosts(String hint) {
        for (String named : HostSlot.names(hint)) {
            String host = HostSlot.of(named, SpawnOptions::isThisHost).host();
            if (!isThisHost(host)) {
                throw new BraidException(ErrorCode.OPTION_VALUE, "the hint host", "'" + host + "' is not the host on which the job's launcher runs", "Leave it out: all processes are started there");
            }
        }
    }

    private static boolean isThisHost(String name) {
        return HostSlot.isOwn(name) || ThisHost.isMeantBy(name);
    }

    private static String wdir(String directory) {
        if (!directory.isEmpty() && !new File(directory).isDirectory()) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "the hint wdir", "'" + directory + "' is no directory", "Name one that is there when the processes are started");
        }
        return directory;
    }

    private static String path(String... parts) {
        StringBuilder path = new StringBuilder();
        for (String part : parts) {
            path.append(path.isEmpty() || part.isEmpty() ? "" : File.pathSeparator).append(part);
        }
        return path.toString();
    }
}
