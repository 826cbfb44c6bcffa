/** Starts {@code braid run} for those who start MPJ Express's {@code starter.jar}, under the name that its class had. Runs on java 8 and later, and must not know any other class of Braid. */
@NullMarked
package runtime.starter;

import org.jspecify.annotations.NullMarked;
