package org.braid.testkit.sim.plant;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** Has the pure machines of the runtime tell {@link Transitions} of every change of state, without knowing it: before each store to the field that holds the state stands a call. */
final class Watch {
    private static final Set<String> MACHINES = Set.of(
            "org.braid.link.bulk.state.Transfer", "org.braid.link.bulk.state.BulkSend", "org.braid.link.bulk.state.BulkReceive", "org.braid.pipe.state.CloseHandshake", "org.braid.pipe.LaneConnections");
    private static final Set<String> FIELDS = Set.of("state", "phase");
    private static final ClassDesc OBSERVER = ClassDesc.of("org.braid.testkit.sim.plant.Transitions");
    private static final MethodTypeDesc MOVES_TO = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
    private static final MethodTypeDesc MOVES = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_int);

    private Watch() {}

    static byte[] states(String type, byte[] original) {
        if (!MACHINES.contains(type)) {
            return original;
        }
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(classFile.parse(original), ClassTransform.transformingMethodBodies(Watch::watched));
    }

    private static void watched(CodeBuilder code, CodeElement element) {
        if (element instanceof FieldInstruction store && store.opcode() == Opcode.PUTFIELD && FIELDS.contains(store.name().stringValue())) {
            code.dup2().invokestatic(OBSERVER, "moves", store.typeSymbol().equals(ConstantDescs.CD_int) ? MOVES : MOVES_TO);
        }
        code.with(element);
    }
}
