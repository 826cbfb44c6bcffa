package org.braid.testkit.sim;

import org.braid.link.flow.CreditAccount;
import org.braid.link.flow.CreditWindow;
import org.braid.link.flow.GrantedCredit;

/** One credit of a lane: what this end may send, and what it has room for; and whether both ends keep to it. */
final class CreditEnds {
    private final SimLane lane;
    private final String what;
    private final CreditWindow window;
    private final GrantedCredit granted;
    private final CreditAccount account;
    private long arrived;

    CreditEnds(SimLane lane, String what, int windowSize) {
        this.lane = lane;
        this.what = what;
        this.window = new CreditWindow(windowSize);
        this.granted = new GrantedCredit(windowSize);
        this.account = new CreditAccount(windowSize);
    }

    boolean covers(int amount) {
        return window.covers(amount);
    }

    boolean tryTake(int amount) {
        return window.tryTake(amount);
    }

    void giveBack(int amount) {
        window.giveBack(amount);
    }

    /** It was accepted once, not a duplicate. */
    void arrived(int amount) {
        arrived += amount;
        lane.require(arrived <= account.grantedBytes(), what + " without credit");
    }

    void consumed(int amount) {
        lane.context().world().steps().consumed(lane, account, amount);
    }

    void granted(long total) {
        lane.require(granted.granted(total, window.takenBytes()), "an absurd grant of " + what);
        window.limit(granted.totalBytes());
    }

    boolean grantDue() {
        return account.grantDue();
    }

    boolean grantOwed() {
        return account.grantOwed();
    }

    long takeGrant() {
        return account.takeGrant();
    }

    boolean isWhole() {
        return window.availableBytes() == granted.windowBytes();
    }

    void checkBounds() {
        lane.require(arrived - account.consumedBytes() <= account.windowBytes(), "more " + what + " than the window");
    }

    @Override
    public String toString() {
        return what + "=" + window.availableBytes() + "/" + granted.windowBytes();
    }
}
