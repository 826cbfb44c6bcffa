/**
 * What a transport supplies so that lanes run over its connections: a {@link org.braid.pipe.driver.BytePipe} for each, ways to call peers, callers, time and chance. No socket type appears here, so the
 * simulated world drives the same lanes.
 *
 * <pre>
 *   event                     how a lane learns of it
 *   connected                 {@link org.braid.pipe.driver.BytePipe#isConnected}, asked while a call is under way
 *   readable                  {@link org.braid.pipe.driver.BytePipe#read}, tried on the lane's turn
 *   writable again            {@link org.braid.pipe.driver.BytePipe#write}, tried on the lane's turn
 *   ended, broken             both answer so; {@link org.braid.pipe.driver.BytePipe#why}
 *   silent                    nobody says so: the lane compares {@link org.braid.pipe.driver.TimeAndChance#nowNs} with when it last heard a whole frame
 * </pre>
 */
@NullMarked
package org.braid.pipe.driver;

import org.jspecify.annotations.NullMarked;
