/** What the rendezvous promises. */
@NullMarked
package org.braid.link.bulk;

import org.jspecify.annotations.NullMarked;
