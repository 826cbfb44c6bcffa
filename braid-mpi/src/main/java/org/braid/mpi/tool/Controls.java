package org.braid.mpi.tool;

import java.util.ArrayList;
import java.util.List;
import org.braid.boot.Job;
import org.braid.coll.select.RuleTable;
import org.braid.link.progress.Progress;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** The control variables of one process. */
final class Controls {
    private static final String ADAPTIVE = "adaptive";
    private static final String NEVER = "never";

    private final Progress progress;
    private volatile @Nullable String collectiveRules = Setting.COLL_RULES.given();

    Controls(Progress progress) {
        this.progress = progress;
    }

    /** Rules for collectives that stand before Braid's own, of communicators whose first collective comes now; null for none. */
    @Nullable String collectiveRules() {
        return collectiveRules;
    }

    List<Control> all() {
        List<Control> all = new ArrayList<>();
        for (Setting each : Setting.values()) {
            all.add(each == Setting.COLL_RULES ? rules(each) : each.constant());
        }
        for (String method : progress.ports().methods()) {
            all.add(new Control(
                    "poll.skip." + method,
                    "turns that " + method + " is left out between two polls: a number, " + NEVER + " or " + ADAPTIVE + "; reads as what holds now",
                    ADAPTIVE,
                    "",
                    Control.Scope.LOCAL,
                    () -> textOf(progress.skipPoll(method)),
                    text -> progress.skipPoll(method, turns(method, text))));
        }
        all.add(ofJob("job.method", "which methods carry messages", "automatic", "--method", Job.attached().policy()));
        all.add(ofJob("job.allow_clear", "whether bytes may leave the host unprotected", "false", "--allow-clear", Boolean.toString(Job.attached().allowClear())));
        return all;
    }

    private Control rules(Setting setting) {
        return new Control(setting.variable(), setting.meaning(), setting.otherwise(), setting.origin(), Control.Scope.ALL_EQUAL, this::rulesText, text -> {
            boolean areBraids = text.isBlank() || text.equals(setting.otherwise());
            RuleTable ignored = RuleTable.defaults().with(areBraids ? "" : text);
            collectiveRules = areBraids ? null : text;
        });
    }

    private String rulesText() {
        String set = collectiveRules;
        return set == null ? Setting.COLL_RULES.otherwise() : set;
    }

    private static Control ofJob(String name, String meaning, String otherwise, String option, String value) {
        return new Control(name, meaning, otherwise, option, Control.Scope.CONSTANT, () -> value.isEmpty() ? otherwise : value, null);
    }

    private static String textOf(int turns) {
        return turns == Progress.NEVER ? NEVER : Integer.toString(turns);
    }

    private static int turns(String method, String text) {
        if (text.equals(ADAPTIVE)) {
            return Progress.ADAPTIVE;
        }
        try {
            int turns = text.equals(NEVER) ? Progress.NEVER : Integer.parseInt(text);
            if (turns >= 0) {
                return turns;
            }
        } catch (NumberFormatException noNumber) {
            // Told below, as a negative one.
        }
        throw new MpiFailure(ErrorClass.ARG, "poll.skip." + method + " cannot be set", "'" + text + "' is no number of turns", "Give 0 or more, " + NEVER + " or " + ADAPTIVE);
    }
}
