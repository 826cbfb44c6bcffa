/**
 * What every transport promises, as tests that all of them pass. Knows contexts and startpoints; must not know which transport it is
 * talking through, so a transport proves itself with one subclass of {@link org.braid.testkit.contract.TransportContract}.
 *
 * <pre>
 *   TransportContract ── World: N contexts, connected by one method, stepped by the test or served by their background threads
 *     DeliveryContract      order, exactly once, many threads
 *     SizeContract          every size around each threshold, every kind of memory
 *     FlowContract          back pressure, credit, payloads kept for later
 *     LifeContract          handlers that throw, strangers' names
 *     CloseContract         leave: what was taken arrives, and whoever is left is told
 *     RemoteMemoryContract  memory of another context
 *     RefusedAccessContract what is refused of it
 *     ManyContextsContract  what takes more than two contexts: all to all, startpoints and capabilities that travel, peers that fail
 * </pre>
 */
@NullMarked
package org.braid.testkit.contract;

import org.jspecify.annotations.NullMarked;
