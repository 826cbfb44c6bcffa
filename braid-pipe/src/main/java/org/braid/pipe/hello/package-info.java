/**
 * Knows how two ends of a fresh pipe prove to each other that they are of one job and one build, and where they go on. Pure: bytes in, bytes out. Must not know what frames are.
 *
 * <pre>
 *   Dial ─ one call after another ─┐                              ┌─ Reception, callers that are not proven
 *                                  ├─ Greeting, moves the bytes ─┤
 *   OpenerHandshake ───────────────┘                              └─ AcceptorHandshake
 * </pre>
 */
@NullMarked
package org.braid.pipe.hello;

import org.jspecify.annotations.NullMarked;
