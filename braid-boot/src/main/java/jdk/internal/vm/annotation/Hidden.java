package jdk.internal.vm.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The JVM's own mark of methods that no stack shows, by its name alone, since the JDK exports it to nobody: the JVM honours it in classes of its boot loader, which Braid's are in a rank. This stand-in is for the compiler; it is left out of the jar, and
 * the JDK's is there when the program runs. Where it is not honoured (another JVM, Braid in pieces) stacks end with Braid's frames.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Hidden {}
