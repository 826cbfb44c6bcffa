@NullMarked
package runtime.starter;

import org.jspecify.annotations.NullMarked;
