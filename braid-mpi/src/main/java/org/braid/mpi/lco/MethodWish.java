package org.braid.mpi.lco;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.text.ByteSize;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Compound;
import org.braid.base.wire.MethodExpression.End;
import org.braid.base.wire.MethodExpression.Name;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.SizeRange;
import org.braid.link.Startpoint;
import org.braid.link.select.MethodReport;

/**
 * What a program wants of the methods of one communicator (nexus-multimethod, section 4.3).
 *
 * @param order to be tried in this order; empty leaves the choice to Braid
 * @param tcpBufferBytes of the kernel's buffers in both directions, wherever tcp or tls says nothing of its own; 0 leaves them to the kernel
 */
public record MethodWish(List<MethodExpression> order, int tcpBufferBytes) {
    /** Nothing in particular. */
    public static final MethodWish NONE = new MethodWish(List.of(), 0);

    private static final MethodExpression AUTO = new Name("auto");

    /** The order is the list's own copy. */
    public MethodWish {
        order = List.copyOf(order);
    }

    /** The same buffers, by other methods. */
    public MethodWish by(List<MethodExpression> other) {
        return new MethodWish(other, tcpBufferBytes);
    }

    /** The same methods, with other buffers. */
    public MethodWish withTcpBuffers(int bytes) {
        return new MethodWish(order, bytes);
    }

    /** Whether messages may go by one method or another by their size. */
    boolean dividesBySize() {
        for (MethodExpression each : order) {
            if (dividesBySize(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean dividesBySize(MethodExpression method) {
        SizeRange sizes = method.sizes();
        boolean divides = sizes.min() > 0 || sizes.max() < Long.MAX_VALUE;
        if (method instanceof Chain chain) {
            divides |= dividesBySize(chain.end());
        } else if (method instanceof Compound several) {
            for (MethodExpression part : several.parts()) {
                divides |= dividesBySize(part);
            }
        }
        return divides;
    }

    /** What is to be tried from this startpoint on, one at least. */
    List<MethodExpression> orderFrom(Startpoint usual) {
        if (tcpBufferBytes == 0) {
            return order.isEmpty() ? List.of(AUTO) : order;
        }
        return order.isEmpty() ? chosenByItself(usual) : buffered(order);
    }

    /** As Braid chooses for everybody, whatever was chosen for this startpoint before; where that is one of those that have buffers, with these. */
    private List<MethodExpression> chosenByItself(Startpoint usual) {
        Startpoint everybodys = usual.on(0).by();
        try {
            everybodys.lane(); // now it is chosen
            for (MethodReport each : everybodys.methods()) {
                if (each.inUse() && hasBuffers(each.method())) {
                    return List.of(buffered(new Name(each.method())), AUTO);
                }
            }
            return List.of(AUTO);
        } finally {
            everybodys.close();
        }
    }

    /** With the buffers wherever they belong. */
    List<MethodExpression> buffered(List<MethodExpression> methods) {
        return methods.stream().map(this::buffered).toList();
    }

    private MethodExpression buffered(MethodExpression method) {
        return switch (method) {
            case Chain chain -> new Chain(chain.devices(), buffered(chain.end()));
            case End end -> buffered(end);
        };
    }

    private End buffered(End end) {
        return switch (end) {
            case Name name -> hasBuffers(name.word()) ? buffered(name) : name;
            case Compound compound -> new Compound(compound.word(), buffered(compound.parts()), compound.parameters());
        };
    }

    private Name buffered(Name name) {
        List<MethodParameter> all = new ArrayList<>(name.parameters());
        for (String buffer : List.of("sndbuf", "rcvbuf")) {
            if (name.parameters().stream().noneMatch(each -> each.key().equals(buffer))) {
                all.add(new MethodParameter(buffer, new ByteSize(tcpBufferBytes).toString()));
            }
        }
        return new Name(name.word(), name.networkInterface(), all);
    }

    private static boolean hasBuffers(String method) {
        return method.equals("tcp") || method.equals("tls");
    }
}
