package org.braid.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** What every row of the house keeps to, whatever its layer. */
final class House {
    /**
     * Constants that the type alone does not show to be constant: tables that are filled where they are declared and never written again, empty arrays, the scratch
     * memory that each thread hands to the system call that waits, and a thread that never runs. Each entry was read; a new one needs the same.
     */
    private static final Set<String> READ_AND_FOUND_CONSTANT = Set.of(
            "org.braid.base.os.Futex$Timespec.OF_THREAD",
            "org.braid.coll.engine.blocks.BlockTable.NONE",
            "org.braid.coll.engine.blocks.BlockTable.NONE_LARGE",
            "org.braid.coll.agreement.Signature.OPERATIONS",
            "org.braid.coll.schedule.ScheduleText.KINDS",
            "org.braid.link.region.Confined$Nobody.THREAD",
            "org.braid.mpi.p2p.Request.NOWHERE",
            "org.braid.pipe.hello.Verdict.BY_CODE",
            "org.braid.transports.inet.InetParameters.DESCRIBED");

    private static final Set<Class<?>> MUTABLE = Set.of(
            Collection.class, Map.class, StringBuilder.class, Thread.class, ThreadLocal.class, java.util.BitSet.class,
            java.util.concurrent.atomic.AtomicInteger.class, java.util.concurrent.atomic.AtomicLong.class,
            java.util.concurrent.atomic.AtomicBoolean.class, java.util.concurrent.atomic.AtomicReference.class,
            java.util.concurrent.locks.Lock.class);

    /** A mark that the JVM honours or passes over; nothing of the JDK is called (docs/decisions/old-launchers.md). */
    private static final String HIDDEN = "jdk\\.internal\\.vm\\.annotation\\.Hidden";

    /** Each rank that is a thread has a copy, whose variables are its {@code System.out}, {@code err} and {@code in}; nobody uses the class itself (docs/decisions/ranks-as-threads.md). */
    private static final String COPIED_FOR_EACH_RANK = "org.braid.boot.threads.OwnSystem";

    private House() {}

    static ArchRule noMutableStaticBelowTheFacade() {
        return ArchRuleDefinition.classes().that(new DescribedPredicate<>("are below package mpi") {
            @Override
            public boolean test(JavaClass type) {
                String name = type.getPackageName();
                return name.startsWith("org.braid.") && !type.getName().equals(COPIED_FOR_EACH_RANK) && !name.startsWith("org.braid.launch") && !name.startsWith("org.braid.bench") && !name.startsWith("org.braid.cli");
            }
        }).should(haveNoMutableStatic()).because("everything hangs on a Context, so that ranks can be threads of one process");
    }

    static ArchRule nothingUnsafeAndNoLogging() {
        return noClasses().should().dependOnClassesThat(resideInAnyPackage("jdk.internal..", "java.util.logging..").and(not(nameMatching(HIDDEN))))
                .orShould().dependOnClassesThat().haveFullyQualifiedName("sun.misc.Unsafe")
                .because("no Unsafe, no internals of the JDK; errors are exceptions with a code, and notices belong to a context");
    }

    static ArchRule onlyTheClockOfAnAddressSpaceIsRead() {
        return noClasses().that().resideInAPackage("org.braid.link..").and().doNotHaveFullyQualifiedName("org.braid.link.spi.Clock$Machine")
                .should().callMethod(System.class, "nanoTime")
                .orShould().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(Thread.class, "yield")
                .orShould().callMethod(Thread.class, "sleep", long.class)
                .orShould().callMethod(LockSupport.class, "parkNanos", long.class)
                .orShould().callMethod(LockSupport.class, "parkNanos", Object.class, long.class)
                .orShould().callMethod(LockSupport.class, "park")
                .because("the simulated world runs the real engine in a time of its own");
    }

    static ArchRule noTestLibraryInMainCode() {
        return noClasses().should().dependOnClassesThat().resideInAnyPackage("org.junit..", "com.tngtech..", "com.code_intelligence..")
                .because("what users put on their class path holds no test library");
    }

    static ArchRule onlyTheCommandLineUsesLibraries() {
        return noClasses().that().resideOutsideOfPackages("org.braid.cli..", "org.braid.devices.lz4..", "org.braid.boot.authority..")
                .should().dependOnClassesThat(resideOutsideOfPackages("java..", "javax..", "com.sun..", "jdk.net..", "org.braid..", "mpi..", "org.jspecify..", "")
                        .and(not(nameMatching("sun\\.misc\\.Signal(Handler)?"))) // jdk.unsupported, which keeps them for want of another way
                        .and(not(nameMatching(HIDDEN))))
                .because("below the command line Braid needs the JDK and nothing else");
    }

    static ArchRule oneDeviceUsesOneLibrary() {
        return noClasses().that().resideInAPackage("org.braid.devices.lz4..")
                .should().dependOnClassesThat().resideOutsideOfPackages("java..", "org.braid..", "org.jspecify..", "net.jpountz.lz4..", "")
                .because("one package below the command line knows lz4, and it knows its blocks alone");
    }

    static ArchRule theAuthorityUsesOneLibrary() {
        return noClasses().that().resideInAPackage("org.braid.boot.authority..")
                .should().dependOnClassesThat().resideOutsideOfPackages("java..", "javax.crypto..", "org.braid..", "org.jspecify..", "org.bouncycastle.asn1..", "")
                .because("Bouncy Castle writes certificates, and nothing else of it is in the jar");
    }

    private static ArchCondition<JavaClass> haveNoMutableStatic() {
        return new ArchCondition<>("have no mutable static field") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaField field : type.getFields()) {
                    if (isMutableStatic(field)) {
                        events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is static and can change"));
                    }
                }
            }
        };
    }

    private static boolean isMutableStatic(JavaField field) {
        Set<JavaModifier> modifiers = field.getModifiers();
        if (!modifiers.contains(JavaModifier.STATIC) || modifiers.contains(JavaModifier.SYNTHETIC)) {
            return false;
        }
        return !modifiers.contains(JavaModifier.FINAL)
                || holdsWhatCanChange(field.getRawType()) && !READ_AND_FOUND_CONSTANT.contains(field.getFullName());
    }

    private static boolean holdsWhatCanChange(JavaClass type) {
        return type.isArray() || MUTABLE.stream().anyMatch(type::isAssignableTo);
    }
}
