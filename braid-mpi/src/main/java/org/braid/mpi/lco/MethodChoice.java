package org.braid.mpi.lco;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.spi.Reach;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.p2p.Sending;
import org.braid.mpi.p2p.Way;
import org.jspecify.annotations.Nullable;

/** By which methods what one communicator object sends travels, as its program chooses them (nexus-multimethod, section 4.3); until it does, by those of the process. */
public final class MethodChoice {
    private final LcoSlots object;
    private final Consumer<Way> going;
    private final Context context;
    private final Lcos siblings;
    private final Sending sending;
    private Supplier<List<Startpoint>> behind = List::of;
    private @Nullable ChosenMethods chosen;

    /** @param going lets what the object meets from now on go some way; with the token */
    MethodChoice(LcoSlots object, Consumer<Way> going, Context context, Lcos siblings, Sending sending) {
        this.object = object;
        this.going = going;
        this.context = context;
        this.siblings = siblings;
        this.sending = sending;
    }

    /** What the program wants. */
    public MethodWish wish() {
        ChosenMethods now = chosen;
        return now == null ? MethodWish.NONE : now.wish();
    }

    /** What this names, whoever {@linkplain #choose chooses}, without the token, must have been handled before messages go another way. */
    public void choosesBehind(Supplier<List<Startpoint>> others) {
        behind = others;
    }

    /**
     * Chooses the methods by which what this object sends travels from now on; no other object's messages change their way, and none of this one's loses its place. No other thread sends by this object meanwhile.
     *
     * @throws org.braid.base.BraidException if a method does not exist in this process, if that way does not lead to a process that was met already, or if one does not take what was sent before: nothing has changed then
     */
    public void choose(MethodWish wish) {
        context.requireKnown(wish.order());
        ChosenMethods now = chosen;
        if (now != null && !now.wish().dividesBySize() && !wish.dividesBySize()) {
            now.change(wish, livingSlots());
        } else if (now != null || !wish.equals(MethodWish.NONE)) {
            begin(wish);
        }
    }

    /** The first choice, and one that divides by size, or is behind such: whether long messages have a lane of their own is a matter of the link for good, so it stays behind with its channel. */
    private void begin(MethodWish wish) {
        ChosenMethods before = chosen;
        ChosenMethods next = new ChosenMethods(inToken(() -> siblings.channels().take()), wish);
        try {
            begin(next, livingSlots());
        } catch (RuntimeException noWay) {
            giveBack(next);
            throw noWay;
        }
        if (before != null) {
            giveBack(before);
        }
    }

    /** A process that a handler of ours has met in the meantime has to take what that sent first, too. */
    private void begin(ChosenMethods next, List<SendSlot> used) {
        behind.get().forEach(ChosenMethods::awaitTaken);
        List<Startpoint> own = next.prepare(used);
        if (!inToken(() -> goIfAllArePrepared(next, used, own))) {
            own.forEach(Startpoint::close);
            begin(next, livingSlots());
        }
    }

    private boolean goIfAllArePrepared(ChosenMethods next, List<SendSlot> used, List<Startpoint> own) {
        boolean areAll = used.containsAll(livingSlots());
        if (areAll) {
            ChosenMethods.reroute(used, own, chosen != null);
            chosen = next;
            going.accept(next);
            siblings.ownWays().add(object);
        }
        return areAll;
    }

    private void giveBack(ChosenMethods unused) {
        boolean ignored = inToken(() -> {
            siblings.channels().give(unused.channel());
            return true;
        });
    }

    private <T> T inToken(Supplier<T> change) {
        context.progress().enter();
        try {
            return change.get();
        } finally {
            context.progress().exit();
        }
    }

    /** What leads to a process that has died stays as it is: nothing goes there by any method. */
    private List<SendSlot> livingSlots() {
        return ChosenMethods.living(object.usedSlots());
    }

    // ---- the caller holds the token

    /** Whether what the object sends goes a way of its own. */
    public boolean isMade() {
        return chosen != null;
    }

    /**
     * A startpoint to the same endpoint by the stream of what the object sends to that process: for what must stay in order with that. The caller closes it.
     *
     * @return null if messages go the usual way
     * @throws org.braid.base.BraidException if its way does not lead there
     */
    public @Nullable Startpoint beside(Startpoint usual) {
        ChosenMethods now = chosen;
        return now == null ? null : now.from(usual);
    }

    /** The object sends nothing any more. */
    void leave() {
        ChosenMethods last = chosen;
        if (last != null) {
            siblings.ownWays().remove(object);
            ChosenMethods.leave(object.usedSlots());
            siblings.channels().give(last.channel());
        }
    }

    /**
     * Whether this process can touch memory of the process behind a send slot itself, by the method in use, which is connected if it was not.
     *
     * @throws BraidException if no method leads there
     */
    public boolean sharesMemoryWith(int slot) {
        if (object.nameOf(slot).context().equals(context.id())) {
            return true;
        }
        Reach reach = sending.startpoint(object.slot(slot)).lane().reach();
        return reach.sameProcess() || reach.mapsSegments();
    }

    // ---- for people

    /** By which method messages reach the object behind each send slot, and why. */
    public String[] inUse() {
        String[] texts = new String[object.sendSlots()];
        for (int slot = 0; slot < texts.length; slot++) {
            texts[slot] = inUseTo(slot);
        }
        return texts;
    }

    /** That one process cannot be reached hides nothing of the others; what the next send is to be told is told here. */
    private String inUseTo(int slot) {
        if (!object.hasSendSlot(slot)) {
            return "none: its send slot was deleted";
        }
        if (object.nameOf(slot).context().equals(context.id())) {
            return "none: it is this process";
        }
        try {
            return MethodsInUse.text(sending.startpoint(object.slot(slot)), wish());
        } catch (MpiFailure refused) {
            throw refused;
        } catch (BraidException noWay) {
            return "none: " + noWay.why();
        }
    }
}
