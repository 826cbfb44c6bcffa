package org.braid.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What is public without need: Java has no friend packages, so what another room uses is public, and nothing else is. */
final class Visibility {
    /** Whose methods are for callers that are not seen here: users and embedders, and what transports and devices implement. */
    private static final Set<String> FOR_OTHERS = Set.of(
            "org.braid.base.wire.GetBuffer",
            "org.braid.base.wire.PutBuffer",
            "org.braid.boot.Invitation",
            "org.braid.boot.Job",
            "org.braid.boot.threads.OwnSystem", // each rank that is a thread has a copy, in another package of the same name
            "org.braid.boot.threads.RankLoader",
            "org.braid.coll.algorithm.Algorithm",
            "org.braid.coll.check.CheckFailure",
            "org.braid.coll.check.Checker",
            "org.braid.coll.schedule.Operation",
            "org.braid.coll.schedule.ScheduleBuilder",
            "org.braid.coll.select.RuleTable",
            "org.braid.coll.topology.Cluster",
            "org.braid.coll.topology.Topology",
            "org.braid.link.Context",
            "org.braid.link.ContextConfig",
            "org.braid.link.Startpoint",
            "org.braid.link.bulk.Offer",
            "org.braid.link.bulk.Slab",
            "org.braid.link.dispatch.Payload",
            "org.braid.link.progress.Progress",
            "org.braid.link.region.AtomicWords",
            "org.braid.link.region.FetchedLong",
            "org.braid.link.region.Region",
            "org.braid.link.region.RemoteRegion",
            "org.braid.mpi.lco.Lco",
            "org.braid.mpi.lco.Lcos");

    /** All of whose public types, and those of the packages in it, are for programs. */
    private static final String FOR_PROGRAMS = "org.braid.mpix";

    /** What only tests of other packages and the simulated world call. */
    private static final Set<String> FOR_TESTS = Set.of(
            "org.braid.base.os.SharedMemory.attach",
            "org.braid.base.wire.ContextId.isRank",
            "org.braid.base.wire.MethodParameter.flag",
            "org.braid.boot.authority.Authority.anchor",
            "org.braid.boot.authority.Authority.issue",
            "org.braid.boot.authority.Authority.of",
            "org.braid.link.bulk.IncomingBulk.live",
            "org.braid.link.bulk.OutgoingBulk.live",
            "org.braid.link.bulk.state.BulkMode.choose",
            "org.braid.link.bulk.state.BulkReceive.fail",
            "org.braid.link.bulk.state.BulkReceive.setWindowBytes",
            "org.braid.link.bulk.state.BulkSend.target",
            "org.braid.link.bulk.state.Transfer.failure",
            "org.braid.link.chain.Devices.compound",
            "org.braid.link.chain.ReceivingChain.counters",
            "org.braid.link.flow.CreditAccount.consumedBytes",
            "org.braid.link.progress.Background.turn",
            "org.braid.link.ring.RingProducer.allow",
            "org.braid.link.ring.RingProducer.farewell",
            "org.braid.link.ring.RingProducer.isGivenBack",
            "org.braid.link.ring.RingProducer.offer",
            "org.braid.link.stream.Division.count",
            "org.braid.link.stream.Peer.stream",
            "org.braid.link.stream.RouteFailures.failed",
            "org.braid.link.stream.Stream.users",
            "org.braid.link.stream.Streams.at",
            "org.braid.link.stream.Streams.count",
            "org.braid.mpi.completion.Completions.liveRequests",
            "org.braid.mpi.p2p.Inbox.mostEarly",
            "org.braid.pipe.hello.Greeting.step",
            "org.braid.pipe.hello.Greeting.trouble",
            "org.braid.pipe.hello.Handshake.fault",
            "org.braid.pipe.hello.Handshakes.with",
            "org.braid.pipe.log.LogBudget.isTight",
            "org.braid.pipe.log.LogBudget.usedBytes",
            "org.braid.pipe.log.ReceiveCount.withDefaults",
            "org.braid.pipe.log.ReplayLog.append",
            "org.braid.transports.inet.Addresses.areOnRequest",
            "org.braid.transports.inet.Addresses.decode",
            "org.braid.transports.inet.Addresses.encode");

    private Visibility() {}

    static ArchRule publicMethodsHaveCallersElsewhere() {
        return methods().that().arePublic().and().areDeclaredInClassesThat(DescribedPredicate.describe("are inside of the house", Visibility::isInside)).should(haveCallersElsewhere())
                .because("what nobody outside of its package calls is package-private");
    }

    private static boolean isInside(JavaClass type) {
        return type.getPackageName().startsWith("org.braid.") && type.getModifiers().contains(JavaModifier.PUBLIC) && !type.isInterface() && !type.getPackageName().startsWith("org.braid.testkit")
                && !(type.getPackageName() + ".").startsWith(FOR_PROGRAMS + ".") && !FOR_OTHERS.contains(type.getName());
    }

    private static ArchCondition<JavaMethod> haveCallersElsewhere() {
        return new ArchCondition<>("be called from another package, or override a method") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                if (isOpenInVain(method) && !FOR_TESTS.contains(name(method))) {
                    events.add(SimpleConditionEvent.violated(method, method.getFullName() + " is public, and nobody outside of its package calls it"));
                }
            }
        };
    }

    /** Methods that are listed for tests without need: they have gone, are not public, or have other callers now. */
    static Set<String> listedInVain(JavaClasses all) {
        Set<String> listed = new TreeSet<>(FOR_TESTS);
        all.stream().filter(Visibility::isInside).flatMap(type -> type.getMethods().stream()).filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC) && isOpenInVain(method)).forEach(method -> listed.remove(name(method)));
        return listed;
    }

    private static boolean isOpenInVain(JavaMethod method) {
        return !isGenerated(method) && !overrides(method) && !isCalledElsewhere(method);
    }

    private static String name(JavaMethod method) {
        return method.getOwner().getName() + "." + method.getName();
    }

    private static boolean isGenerated(JavaMethod method) {
        JavaClass owner = method.getOwner();
        return method.getModifiers().contains(JavaModifier.SYNTHETIC) || owner.isEnum() && method.getModifiers().contains(JavaModifier.STATIC) || owner.isRecord() && owner.tryGetField(method.getName()).isPresent()
                || method.getName().equals("main");
    }

    /** Itself, or for a class below that implements an interface with it. */
    private static boolean overrides(JavaMethod method) {
        Stream<JavaClass> family = Stream.concat(Stream.of(method.getOwner()), method.getOwner().getAllSubclasses().stream());
        return family.flatMap(each -> Stream.concat(each.getAllRawSuperclasses().stream(), each.getAllRawInterfaces().stream())).filter(above -> !above.equals(method.getOwner()))
                .flatMap(above -> above.getMethods().stream()).anyMatch(above -> above.getName().equals(method.getName()) && above.getRawParameterTypes().size() == method.getRawParameterTypes().size());
    }

    private static boolean isCalledElsewhere(JavaMethod method) {
        String here = method.getOwner().getPackageName();
        return method.getAccessesToSelf().stream().anyMatch(call -> !call.getOriginOwner().getPackageName().equals(here))
                || method.getOwner().getAllSubclasses().stream().anyMatch(below -> !below.getPackageName().equals(here) && below.tryGetMethod(method.getName(), method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new)).isPresent());
    }
}
