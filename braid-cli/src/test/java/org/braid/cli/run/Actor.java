package org.braid.cli.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.progress.Completion;

/** The program that the tests run as a job: its first argument says how it misbehaves, always on rank 1. */
public final class Actor {
    /** Where guests knock. */
    static final int GUESTS = 40;

    private Actor() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Job job = Job.attached();
        boolean odd = job.rank() == 1;
        switch (arguments[0]) {
            case "plain" -> System.out.println("rank " + job.rank() + " of " + job.size() + " got " + String.join(" ", arguments));
            case "meet" -> meet(job);
            case "throw-before" -> failIf(odd);
            case "throw-inside" -> {
                enter(job);
                failIf(odd);
                hang();
            }
            case "throw-lines" -> {
                if (odd) {
                    throw new IllegalStateException("lost at sea\n\tat org.braid.cli.run.Actor.of a message");
                }
                hang();
            }
            case "throw-after" -> {
                meet(job);
                failIf(odd);
            }
            case "exit" -> {
                if (odd) {
                    System.exit(Integer.parseInt(arguments[1]));
                }
                hang();
            }
            case "leave" -> {
                enter(job);
                if (!odd) {
                    hang();
                }
            }
            case "no-init" -> {
                if (!odd) {
                    enter(job);
                    hang();
                }
            }
            case "abort" -> {
                enter(job);
                if (odd) {
                    throw job.abort(9, "the sea is too rough");
                }
                hang();
            }
            case "hang" -> {
                enter(job);
                if (arguments.length > 1 && job.rank() == 0) {
                    Files.writeString(Path.of(arguments[1]), HexFormat.of().formatHex(job.secret()));
                }
                System.out.println("ready " + ProcessHandle.current().pid());
                hang();
            }
            case "stubborn" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(Actor::hang));
                System.out.println("ready " + ProcessHandle.current().pid());
                hang();
            }
            case "parent" -> {
                Process child = new ProcessBuilder("sleep", "1000").start();
                System.out.println("ready " + child.pid());
                hang();
            }
            case "cat" -> {
                System.in.transferTo(System.out);
                System.out.flush();
            }
            case "ask" -> ask(job);
            case "lines" -> {
                for (int i = 0; i < 300; i++) {
                    System.out.println("o" + job.rank() + "x".repeat(150));
                    System.err.println("e" + job.rank() + "y".repeat(150));
                }
            }
            case "flood" -> System.out.print(("x".repeat(19) + "\n").repeat(4_500));
            case "invite" -> invite(job, Path.of(arguments[1]), false);
            case "watch-guest" -> invite(job, Path.of(arguments[1]), true);
            case "environment" -> System.out.println(System.getenv(arguments[1]) + " " + Path.of("").toAbsolutePath() + " " + Boolean.getBoolean("given"));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void enter(Job job) {
        job.register(DescriptorTable.of(List.of()));
    }

    private static void meet(Job job) {
        enter(job);
        for (int rank = 0; rank < job.size(); rank++) {
            if (job.directory().tableOf(job.contextId(rank)) == null) {
                throw new IllegalStateException("no table of rank " + rank);
            }
        }
        System.out.println("met");
        job.finished();
    }

    private static void ask(Job job) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (job.rank() == 0) {
            System.out.print("name? ");
            String name = in.readLine();
            System.out.print("age? ");
            System.out.println(name + " is " + in.readLine());
        } else if (in.readLine() != null) {
            throw new IllegalStateException("input for rank " + job.rank());
        }
    }

    /** Answers guests until one says that it was the last, or fails. */
    private static void invite(Job job, Path file, boolean untilOneFails) {
        Context context = Context.open(job.contextConfig());
        Completion last = new Completion();
        int answer = context.register("attach.answer", (to, a0, a1, a2, a3, payload) -> {});
        context.register("attach.ask", (to, isLast, a1, a2, a3, payload) -> {
            context.startpointFrom(payload.reader()).send(answer, job.rank(), 0, 0, 0, null, 0, 0);
            if (isLast == 1) {
                last.complete();
            }
        });
        context.onFailure((peer, cause) -> {
            if (untilOneFails) {
                System.out.println("the guest has failed");
                last.complete();
            }
        });
        context.newEndpoint(GUESTS, null);
        job.enter(context);
        if (job.rank() == 0) {
            job.invite(context, file);
            System.out.println("invited");
            context.progress().await(last);
        }
        context.close();
        job.finished();
    }

    private static void failIf(boolean odd) {
        if (odd) {
            throw new IllegalStateException("lost at sea");
        }
    }

    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }
}
