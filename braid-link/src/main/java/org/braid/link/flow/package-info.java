/**
 * Knows how many bytes a sender may have under way to one peer. Pure: some counters at each end and one cumulative number between
 * them; knows no lane, message or thread.
 *
 * <pre>
 *   sender: CreditWindow, one for each lane                    receiver: CreditAccount
 *      tryTake(bytes) ────────── payload ───────────────────&gt; consumed(bytes)
 *           ^ limit = total less what other lanes took
 *   GrantedCredit, one for each peer
 *      granted(total) &lt;───────── CREDIT total ──────────────── takeGrant() = consumed + window
 * </pre>
 *
 * <p>Payload and control have a pair each, so that envelopes, refusals and alerts never wait behind data. Grants are totals since
 * the two contexts met: losing, repeating or reordering them is harmless, and they survive connections.
 */
@NullMarked
package org.braid.link.flow;

import org.jspecify.annotations.NullMarked;
