/**
 * Knows the rendezvous: how data that is too long for an eager message gets from the sender's memory into the receiver's, in the way
 * that the receiver chooses. Pure: it decides, others copy and send; knows no lane, no memory and no message format beyond the plain
 * numbers listed in docs/wire.md, section 4.
 *
 * <pre>
 *   sender: BulkSend                                   receiver: BulkReceive
 *   offer ─────────── OFFER send id, length ────────────&gt; (matched)
 *                                                         GET   copies from the sender's memory, piece by piece
 *   done &lt;─────────── DONE send id, OK ──────────────────
 *
 *         &lt;────────── PULL PUT, target ──────────────────  PUT   shows its own shared buffer
 *   copies ────────── DONE receive id, OK ──────────────&gt;
 *
 *         &lt;────────── PULL PIPE, from, to ───────────────  PIPE  opens a window, again and again
 *   pushes ────────── FRAGMENT receive id, offset ──────&gt;
 *   done &lt;─────────── DONE send id, OK ──────────────────
 * </pre>
 *
 * <p>Fall-back in mid-run: a GET that the operating system refuses at some piece, or a PUT that the sender cannot do, goes on as PIPE
 * from the first byte that is missing. Ids are (index, generation), so a late message cannot hit a slot that was reused.
 */
@NullMarked
package org.braid.link.bulk.state;

import org.jspecify.annotations.NullMarked;
