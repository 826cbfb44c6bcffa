/**
 * What every transport promises, as tests that all of them pass. Knows contexts and startpoints; must not know which transport it is
 * talking through, so a transport proves itself with one subclass of {@link org.braid.testkit.contract.TransportContract}.
 *
 * <pre>
 *   TransportContract ── World: N contexts, connected by one method, stepped by the test or served by their background threads
 *     DeliveryContract   order, exactly once, many peers, many threads, startpoints that travel
 *     SizeContract       every size around each threshold, every kind of memory
 *     FlowContract       back pressure, credit, payloads kept for later
 *     LifeContract       close, peers that fail, handlers that throw, strangers' names
 * </pre>
 */
@NullMarked
package org.braid.testkit.contract;

import org.jspecify.annotations.NullMarked;
