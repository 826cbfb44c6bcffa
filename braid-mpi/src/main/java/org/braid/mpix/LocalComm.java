package org.braid.mpix;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.mpi.comm.FormedCommunicators;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.reference.CountedLco;
import org.braid.mpi.reference.CountedLcos;
import org.braid.mpi.reference.SlotAddress;
import org.jspecify.annotations.Nullable;

/**
 * A local communicator object: a communication port of this process, of which it may have any number (generalized-communicators, sections 2 to 4). It has <em>send slots</em>, each of which leads to a receive slot of some
 * local communicator, and <em>receive slots</em>, at which messages arrive. Where a call of {@link Comm} takes the rank of a destination it means a send slot's index here, and where it takes that of a source, a receive slot's:
 *
 * <pre>
 *   LocalComm receiver = LocalComm.create();        LocalComm sender = LocalComm.create();
 *   receiver.addReceiveSlots(1);                    sender.addSendSlot(nameOfReceiver, 0);
 *   receiver.recv(out, 1, MPI.INT, 0, tag);         sender.send(in, 1, MPI.INT, 0, tag);
 * </pre>
 *
 * <p>Point-to-point calls, probes, matched probes and persistent requests go by any of them. A set of them that forms an intracommunicator has its collectives, too ({@link #toIntracomm}), with several members in one process
 * if each has a thread of its own.
 *
 * <p>Send slots are counted where they lead. A send to a receive slot that is gone fails with ERR_COMM; a message that was under way by then is told of at the next send, or where the slot is deleted or the communicator freed.
 * A receive at a slot whose last sender has gone, or died, fails; one at a slot that nobody has led to yet waits. Several threads may receive at once: whoever came first gets the message.
 */
public final class LocalComm extends Comm implements AutoCloseable {
    private final @Nullable CountedLco object;
    private final Lco lco;

    /** Tags of the handlers that are set. */
    private final Set<Integer> handlers = ConcurrentHashMap.newKeySet();

    private LocalComm(CountedLco made) {
        super(made.lco());
        object = made;
        lco = made.lco();
    }

    private LocalComm(Comm seen) {
        super(seen);
        object = null;
        lco = objectOf(seen);
    }

    /** A local communicator without slots (MPI_COMM_CREATE_LOCAL; generalized-communicators, section 4). Nobody else takes part, and no message is sent. */
    public static LocalComm create() {
        return checked(() -> new LocalComm(all().create()));
    }

    /**
     * An ordinary communicator as a local one: send slot i leads to rank i, and what rank i sends arrives at receive slot i. Others may lead send slots there by its {@link #name}. It is another handle of the communicator,
     * whose slots stay as they are, and which is freed by itself.
     *
     * @throws MPIException ERR_COMM for a null communicator
     */
    public static LocalComm of(Comm comm) {
        return new LocalComm(comm);
    }

    private static CountedLcos all() {
        return process().counted();
    }

    // ---- names

    /** The name by which others lead send slots here (MPI_COMM_NAME; generalized-communicators, section 4). */
    public CommName name() {
        return checked(() -> {
            CountedLcos here = all();
            if (object == null) {
                here.makeKnown(live());
            }
            return CommName.of(live().name(), here.table());
        });
    }

    // ---- receive slots

    /**
     * Adds receive slots behind those that there are (MPI_COMM_ADD_RECEIVE_SLOTS; generalized-communicators, section 4). Local.
     *
     * @param count 0 or more
     * @throws MPIException ERR_COUNT if it is negative; ERR_COMM if this is a member of a communicator, whose slots stay as they are
     */
    public void addReceiveSlots(int count) {
        change(() -> own().addReceiveSlots(count));
    }

    /** Adds a receive slot for those who are given its name: the communicator's own name does not lead there (generalized-communicators, section 4.1). Local. */
    public SlotName addReceiveSlot() {
        return checked(() -> {
            SlotAddress made = own().addLockedReceiveSlot();
            return new SlotName(name(), made.slot(), made.key());
        });
    }

    /** Receive slots that were added: the index of the next one (MPI_COMM_NUM_RECEIVE_SLOTS; generalized-communicators, section 4). Deleted ones count, since the indexes of the others stay. */
    public int numReceiveSlots() {
        return live().receiveSlots();
    }

    /** Whether there is a receive slot with this index that was not deleted. */
    public boolean hasReceiveSlot(int slot) {
        Lco here = live();
        return object == null ? slot >= 0 && slot < here.receiveSlots() : object.hasReceiveSlot(slot);
    }

    /**
     * Deletes a receive slot. Receives that wait for it alone fail; its senders are told, also of messages that have come and were not received. Local.
     *
     * @throws MPIException ERR_RANK if there is no such slot
     */
    public void deleteReceiveSlot(int slot) {
        change(() -> own().deleteReceiveSlot(slot));
    }

    // ---- send slots

    /**
     * Adds send slots behind those that there are: the i-th leads to receive slot {@code slots[i]} of {@code lcos[i]} (MPI_COMM_ADD_SEND_SLOTS; generalized-communicators, section 4). The receive slots may be added later, but
     * before anything is sent there. Waits for nobody.
     *
     * @throws MPIException ERR_ARG if the arrays differ in length or hold null; ERR_RANK for a slot that cannot be; ERR_COMM if this is a member of a communicator
     */
    public void addSendSlots(CommName[] lcos, int[] slots) {
        List<SlotName> names = new ArrayList<>();
        if (lcos == null || slots == null || lcos.length != slots.length) {
            throw wrong("addSendSlots", lcos == null || slots == null ? "an array is null" : lcos.length + " names and " + slots.length + " slots were given", "Give a slot for each name");
        }
        for (int i = 0; i < lcos.length; i++) {
            if (lcos[i] == null) {
                throw wrong("addSendSlots", "name " + i + " is null", "Give a name for each slot");
            }
            names.add(new SlotName(lcos[i], slots[i], 0));
        }
        add(names);
    }

    /** Adds one send slot; see {@link #addSendSlots}. */
    public void addSendSlot(CommName lco, int slot) {
        addSendSlots(new CommName[] {lco}, new int[] {slot});
    }

    /** Adds a send slot that leads to that receive slot (generalized-communicators, section 4.1). Waits for nobody. */
    public void addSendSlot(SlotName slot) {
        if (slot == null) {
            throw wrong("addSendSlot", "the slot name is null", "Give the name of a slot");
        }
        add(List.of(slot));
    }

    private void add(List<SlotName> names) {
        change(() -> {
            CountedLco here = own();
            List<SlotAddress> to = new ArrayList<>();
            for (SlotName each : names) {
                SlotAddress address = each.address();
                all().learn(address.object().context(), each.object().table());
                to.add(address);
            }
            here.addSendSlots(to);
        });
    }

    /** Send slots that were added: the index of the next one (MPI_COMM_NUM_SEND_SLOTS; generalized-communicators, section 4). Deleted ones count, since the indexes of the others stay. */
    public int numSendSlots() {
        return live().sendSlots();
    }

    /** Whether there is a send slot with this index that was not deleted. */
    public boolean hasSendSlot(int slot) {
        return live().hasSendSlot(slot);
    }

    /**
     * Where a send slot leads: others in this job who are given the name can send there, too.
     *
     * @throws MPIException ERR_RANK if there is no such slot
     */
    public SlotName sendSlot(int slot) {
        return checked(() -> {
            Lco here = live();
            SlotAddress known = object == null ? null : object.addressOf(slot);
            SendSlot at = here.slot(slot);
            return new SlotName(CommName.of(at.name(), DescriptorTable.EMPTY), at.receiveSlot(), known == null ? 0 : known.key());
        });
    }

    /**
     * Deletes a send slot. If anything was sent through it, waits until the receiver's process has seen that it came to a receive slot that is there; nobody need have received it.
     *
     * @throws MPIException ERR_RANK if there is no such slot; ERR_COMM if messages were lost of which nobody was told; the slot is deleted then, too
     */
    public void deleteSendSlot(int slot) {
        change(() -> own().deleteSendSlot(slot));
    }

    // ---- handlers

    /**
     * From now on messages that are sent here by {@link #call} with this name run a handler, whatever this process does meanwhile: nothing need be received (generalized-communicators, section 6). Messages of one sender are handled in
     * their order, one after the other. Ends when this is freed. What a handler throws goes to its thread's uncaught exception handler, and the next message is handled.
     *
     * <p>A call is a message with a tag that its name determines: a communicator that has handlers is not to be received from with ANY_TAG.
     *
     * @param name 1 to 255 bytes, the same at sender and receiver
     * @throws MPIException ERR_RANK if there is no receive slot yet; ERR_ARG for a name that is none, or of a handler that is set here already
     */
    public void onCall(String name, CallHandler handler) {
        change(() -> {
            own();
            int tag = CallLoop.tagOf(name);
            CallHandler given = Inside.given(handler, ErrorClass.ARG, "onCall: the handler");
            if (numReceiveSlots() == 0) {
                throw new MpiFailure(ErrorClass.RANK, "no handler can be set", "the local communicator has no receive slot", "Add receive slots first");
            }
            if (!handlers.add(tag)) {
                throw new MpiFailure(ErrorClass.ARG, "no second handler '" + name + "' can be set", "each message would go to one of them, and nobody knows to which", "Set one handler for each name, or another name: very rarely two names are the same to it");
            }
            new CallLoop(lco, name, given).start();
        });
    }

    /**
     * Runs the handler of this name at the local communicator that a send slot leads to, with these elements as its data. Returns when {@code buf} may be changed, as {@link #send} does; a call that nobody handles waits there.
     *
     * @param type basic or derived; of MPI.OBJECT the handler gets a Java object stream
     * @param slot a send slot
     */
    public void call(String name, @Nullable Object buf, int count, Datatype type, int slot) {
        change(() -> {
            int tag = CallLoop.tagOf(name);
            if (buf instanceof Object[]) {
                byte[] stream = Object_Serialize(buf, 0, count, type);
                send(stream, stream.length, MPI.BYTE, slot, tag);
            } else {
                send(buf, count, type, slot, tag);
            }
        });
    }

    // ---- process groups

    /** Processes that the send slots lead to, each counted once (generalized-communicators, section 4.2). {@link #numSendSlots} counts local communicators. */
    @Override
    public int getSize() {
        return processes().size();
    }

    /** This process's place among those that the send slots lead to; MPI.UNDEFINED if none leads to it (generalized-communicators, section 4.2). */
    @Override
    public int getRank() {
        int place = processes().indexOf(live().name().context());
        return place < 0 ? MPI.UNDEFINED : place;
    }

    /**
     * The process group associated with a local communicator: the list of processes referenced by its send slots with duplicates removed (generalized-communicators, section 4.2).
     *
     * @throws MPIException ERR_COMM if one of them belongs to another job
     */
    @Override
    public Group getGroup() {
        List<ContextId> processes = processes();
        int[] ranks = new int[processes.size()];
        for (int i = 0; i < ranks.length; i++) {
            ContextId process = processes.get(i);
            if (!process.equals(live().name().context()) && !process.isRankBeside(live().name().context())) {
                throw exceptionOf(new MpiFailure(ErrorClass.COMM, "the communicator has no group", "a send slot leads to a process of another job, and a group has processes of one", "Use numSendSlots and sendSlot"));
            }
            ranks[i] = (int) process.number();
        }
        return MPI.COMM_WORLD.getGroup().incl(ranks);
    }

    private List<ContextId> processes() {
        Lco here = live();
        List<ContextId> found = new ArrayList<>();
        for (int slot = 0; slot < here.sendSlots(); slot++) {
            ContextId process = here.hasSendSlot(slot) ? here.slot(slot).name().context() : null;
            if (process != null && !found.contains(process)) {
                found.add(process);
            }
        }
        return found;
    }

    // ---- communicators

    /**
     * Whether this looks like member i of an intracommunicator of n local communicators: n send slots and n receive slots, send slot j leading to receive slot i of the j-th, and so slot i to this one itself
     * (generalized-communicators, section 3). What the others have, their first collective call finds out. Local.
     */
    public boolean isMember() {
        return lco.ownSlot() != Lco.NO_RANK || FormedCommunicators.describe(live()).isEmpty();
    }

    /**
     * The intracommunicator of which this is a member, as one of package {@code mpi}: its ranks are the local communicators. Collective over all of them; where several are in one process, each needs its thread. This handle is a null
     * communicator afterwards; the result is freed in its place.
     *
     * @throws MPIException ERR_COMM if the slots are not those of a member, and at all members if they have different objects behind their slots
     */
    public Intracomm toIntracomm() {
        own();
        return toIntracomm(this);
    }

    /**
     * The intercommunicator of which this is a member, as one of package {@code mpi}: send slot j of member i of a group leads to receive slot i of member j of the other one (generalized-communicators, section 3). Collective over
     * all of both groups, each of one process in a thread of its own. This handle is a null communicator afterwards.
     *
     * @throws MPIException ERR_COMM if the slots are not those of a member, or the other group knows another object in its place
     */
    public Intercomm toIntercomm() {
        own();
        return toIntercomm(this);
    }

    // ---- the end

    /**
     * Frees the local communicator (MPI_COMM_FREE). Receives that wait here fail, senders are told, and the send slots are deleted as by {@link #deleteSendSlot}.
     *
     * @throws MPIException ERR_COMM as that does, and for a handle of an ordinary communicator, which is freed by itself
     */
    @Override
    public void free() {
        own();
        super.free();
    }

    /** As {@link #free}; a second time, and of a handle of an ordinary communicator, it does nothing. */
    @Override
    public void close() {
        if (object != null && !isNull()) {
            free();
        }
    }

    private CountedLco own() {
        live();
        if (object == null) {
            throw exceptionOf(new MpiFailure(ErrorClass.COMM, "the slots of an ordinary communicator cannot change, nor can it be freed by this handle", "LocalComm.of has made the handle", "Make a local communicator with LocalComm.create"));
        }
        return object;
    }

    /** What a confluence works with; checks that one can live here. */
    Lco forConfluence(int confluenceTag) {
        own();
        if (numReceiveSlots() == 0) {
            throw failure(new MpiFailure(ErrorClass.RANK, "no confluence can begin", "the local communicator has no receive slot", "Add a receive slot for each sender first"));
        }
        if (confluenceTag < 0) {
            throw failure(new MpiFailure(ErrorClass.TAG, "tag " + confluenceTag + " is out of range", "tags are not negative", "Use a tag from 0 to " + Integer.MAX_VALUE));
        }
        return lco;
    }

    /** The object, which was not freed. */
    private Lco live() {
        return objectOf(this);
    }

    static MPIException failure(MpiFailure cause) {
        return exceptionOf(cause);
    }

    private static MPIException wrong(String call, String why, String whatToDo) {
        return exceptionOf(new MpiFailure(ErrorClass.ARG, call + " cannot be carried out", why, whatToDo));
    }

    private static void change(Runnable change) {
        try {
            change.run();
        } catch (BraidException e) {
            throw exceptionOf(e);
        }
    }

    private static <T> T checked(Supplier<T> call) {
        try {
            return call.get();
        } catch (BraidException e) {
            throw exceptionOf(e);
        }
    }
}
