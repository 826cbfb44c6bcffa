package org.braid.link.chain;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Name;

/**
 * A chain as its two ends write it to each other: the devices with their parameters, top first, and the name of the transport, whose own parameters concern one end alone. The sender announces it, the receiver
 * builds its mirror from that and compares: {@code lz4(level=9)+checksum+tcp}.
 *
 * @param devices at least one
 * @param transport name of the method below them
 */
public record ChainText(List<Name> devices, String transport) {
    /** @throws BraidException {@code METHOD_SYNTAX} if there is no device, or too many */
    public ChainText {
        devices = List.copyOf(devices);
        new Chain(devices, new Name(transport)); // has the rules
    }

    /**
     * The text of a chain that a lane is opened for.
     *
     * @throws BraidException {@code CHAIN_REFUSED} if it ends in a compound, which is no transport: one of its parts is
     */
    static ChainText of(Chain chain) {
        if (chain.end() instanceof Name end) {
            return new ChainText(chain.devices(), end.word());
        }
        throw new BraidException(ErrorCode.CHAIN_REFUSED, "Chain " + chain + " is of no lane", "it ends in a compound", "Choose one of the compound's parts first");
    }

    /**
     * Reads what a peer announces.
     *
     * @throws BraidException {@code METHOD_SYNTAX} if it cannot be read, {@code CHAIN_DIFFERS} if it is no chain of devices in canonical form
     */
    public static ChainText parse(String announced) {
        if (MethodExpression.parse(announced) instanceof Chain chain && chain.end() instanceof Name) {
            ChainText text = of(chain);
            if (text.toString().equals(announced)) {
                return text;
            }
        }
        throw new BraidException(ErrorCode.CHAIN_DIFFERS, "A peer announced the chain '" + Text.shown(announced) + "'", "it is not devices and a transport in canonical form", "Run the same build everywhere");
    }

    /** The same devices above another transport. */
    public ChainText over(String otherTransport) {
        return new ChainText(devices, otherTransport);
    }

    /** Each device with its parameters, then the transport. */
    List<String> parts() {
        List<String> parts = new ArrayList<>(devices.size() + 1);
        for (Name device : devices) {
            parts.add(device.toString());
        }
        parts.add(transport);
        return parts;
    }

    /**
     * Compares what the peer has announced with what was built here.
     *
     * @throws BraidException {@code CHAIN_DIFFERS} naming both
     */
    public void requireSame(ChainText announced) {
        if (!equals(announced)) {
            throw new BraidException(ErrorCode.CHAIN_DIFFERS, "The two ends of a lane have different chains", "the sender's is " + announced + ", the receiver's is " + this,
                    "Run the same build, with the same devices on the class path, everywhere");
        }
    }

    /** The canonical form of a method expression. */
    @Override
    public String toString() {
        return String.join("+", parts());
    }
}
