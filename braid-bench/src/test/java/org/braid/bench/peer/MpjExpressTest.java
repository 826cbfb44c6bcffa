package org.braid.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.braid.bench.figure.Who;
import org.braid.bench.process.Contestant;
import org.braid.bench.work.Measured;
import org.junit.jupiter.api.Test;

class MpjExpressTest {
    @Test
    void itsLauncherStartsTheProgramByThisJdkWithTheSameWordsAsOurs() {
        MpjExpress mpj = new MpjExpress(Path.of("/some/mpj"));
        Contestant contestant = new MpjExpress.Ready(mpj, Path.of("/classes"), "a.Program").contestant(new Measured("objects", false, "", 0, List.of(), 0.5, 1, List.of()).heats().getFirst());
        assertEquals(Who.PEER, contestant.who());
        List<String> command = contestant.command();
        assertEquals(List.of("-np", "2", "-dev", "multicore", "-cp", "/classes", "a.Program", "objects", "0.5"), command.subList(command.size() - 9, command.size()));
        assertTrue(command.contains("MPJ_HOME=/some/mpj"), command.toString());
        assertTrue(command.get(2).startsWith("PATH=" + System.getProperty("java.home")), command.toString());
        assertTrue(command.stream().anyMatch(word -> word.startsWith("/some/mpj/lib/mpj.jar:")), command.toString());
    }
}
