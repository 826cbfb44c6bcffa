package org.braid.mpix.record;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.mpi.data.TypeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the records of a class lie in memory, and what reads and writes them: method handles that are put together once.
 *
 * <pre>
 *   record Particle(byte kind, double mass, &#64;Length(3) float[] position)
 *
 *   byte  0      1..7      8     16            28..31
 *        | kind | padding | mass | position[3] | padding |     as C's struct: 32 bytes, aligned to 8
 * </pre>
 *
 * @param <R> the record
 */
final class RecordLayout<R extends Record> {
    private static final int MOST_DEPTH = 32;

    /** A block of equal basic elements at a byte of the record. */
    record Block(Class<?> basic, int atBytes, int elements) {}

    private final Class<R> type;
    private final StructLayout layout;
    private final List<Block> blocks;
    private final MethodHandle reader;
    private final MethodHandle writer;

    private RecordLayout(Class<R> type, StructLayout layout, List<Block> blocks, MethodHandle reader, MethodHandle writer) {
        this.type = type;
        this.layout = layout;
        this.blocks = blocks;
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * The layout of a record class.
     *
     * @throws IllegalArgumentException if a component has no counterpart in memory: what may be one, and which it was
     */
    static <R extends Record> RecordLayout<R> of(Class<R> type) {
        return of(type, type.getSimpleName(), 0);
    }

    private static <R extends Record> RecordLayout<R> of(Class<R> type, String path, int depth) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null || components.length == 0) {
            throw new IllegalArgumentException(path + (components == null ? " is no record" : " has no components, so there is nothing to send"));
        }
        if (depth > MOST_DEPTH) {
            throw new IllegalArgumentException(path + " is nested more than " + MOST_DEPTH + " deep: a record that holds itself has no fixed size");
        }
        List<MemoryLayout> members = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        List<Part> parts = new ArrayList<>();
        int[] places = new int[components.length];
        long end = 0;
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            String at = path + "." + component.getName();
            RecordLayout<?> nested = nestedIn(component, at, depth);
            Part part = nested == null ? basic(component, at) : new Part(nested.layout, 1, component.getType(), nested.reader, writerOf(nested, at));
            long start = pad(members, end, part.layout().byteAlignment());
            members.add(part.layout().withName(component.getName()));
            end = start + part.layout().byteSize();
            places[i] = (int) start; // it is, since all that begins behind 2 GiB ends there, too
            if (end > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(at + " ends beyond 2 GiB, which a datatype cannot describe");
            }
            add(blocks, places[i], part, nested);
            parts.add(part);
        }
        long alignment = members.stream().mapToLong(MemoryLayout::byteAlignment).max().orElse(1);
        if (pad(members, end, alignment) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(path + " ends beyond 2 GiB, which a datatype cannot describe");
        }
        StructLayout struct = MemoryLayout.structLayout(members.toArray(new MemoryLayout[0])).withName(type.getSimpleName());
        try {
            return new RecordLayout<>(type, struct, List.copyOf(blocks), readerOf(type, components, parts, places), writerOf(type, components, parts, places));
        } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
            throw new IllegalArgumentException(path + " cannot be read and made from here: " + closed.getMessage() + "; open its package, or make the record public", closed);
        }
    }

    private static @Nullable RecordLayout<?> nestedIn(RecordComponent component, String at, int depth) {
        return component.getType().isRecord() ? of(component.getType().asSubclass(Record.class), at, depth + 1) : null;
    }

    private static Part basic(RecordComponent component, String at) {
        Class<?> type = component.getType();
        Length length = component.getAnnotation(Length.class);
        if (Primitives.isOne(type)) {
            return Primitives.one(type);
        }
        if (!type.isArray() || !Primitives.isOne(type.getComponentType())) {
            throw new IllegalArgumentException(at + " is a " + type.getSimpleName() + "; a component is a primitive, a record, or an array of primitives with @Length");
        }
        if (length == null || length.value() < 1) {
            throw new IllegalArgumentException(at + " is an array " + (length == null ? "without @Length" : "of @Length(" + length.value() + ")") + "; all records of a class have as many elements there: annotate it with a length of 1 or more");
        }
        try {
            return Primitives.several(type, length.value(), at);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static long pad(List<MemoryLayout> members, long end, long alignment) {
        long start = Math.ceilDiv(end, alignment) * alignment;
        if (start > end) {
            members.add(MemoryLayout.paddingLayout(start - end));
        }
        return start;
    }

    private static void add(List<Block> blocks, int place, Part part, @Nullable RecordLayout<?> nested) {
        if (nested == null) {
            blocks.add(new Block(part.basic(), place, part.elements()));
        } else {
            for (Block each : nested.blocks) {
                blocks.add(new Block(each.basic, place + each.atBytes, each.elements));
            }
        }
    }

    /** (MemorySegment, long) to the record: its constructor, whose arguments are read. */
    private static MethodHandle readerOf(Class<?> type, RecordComponent[] components, List<Part> parts, int[] places) throws ReflectiveOperationException {
        Constructor<?> canonical = type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        canonical.setAccessible(true);
        if (parts.size() > WideReader.MOST_CHAINED) {
            List<MethodHandle> reads = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                reads.add(shifted(parts.get(i).read(), places[i]));
            }
            return new WideReader(canonical, reads).handle();
        }
        MethodHandle made = MethodHandles.lookup().unreflectConstructor(canonical);
        for (int i = parts.size() - 1; i >= 0; i--) {
            made = MethodHandles.collectArguments(made, i, shifted(parts.get(i).read(), places[i]));
        }
        int[] once = new int[2 * parts.size()];
        for (int i = 0; i < once.length; i++) {
            once[i] = i % 2;
        }
        return MethodHandles.permuteArguments(made, MethodType.methodType(type, MemorySegment.class, long.class), once);
    }

    /** (MemorySegment, long, record) to nothing: each component is asked for and written. */
    private static MethodHandle writerOf(Class<?> type, RecordComponent[] components, List<Part> parts, int[] places) throws ReflectiveOperationException {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, MemorySegment.class, long.class, type));
        for (int i = parts.size() - 1; i >= 0; i--) {
            components[i].getAccessor().setAccessible(true);
            MethodHandle accessor = MethodHandles.lookup().unreflect(components[i].getAccessor());
            all = MethodHandles.foldArguments(all, MethodHandles.filterArguments(shifted(parts.get(i).write(), places[i]), 2, accessor));
        }
        return all;
    }

    /** Of a record in another one, whose component it is. */
    private static MethodHandle writerOf(RecordLayout<?> nested, String at) {
        try {
            MethodHandle present = MethodHandles.lookup().findStatic(RecordLayout.class, "present", MethodType.methodType(Object.class, String.class, Object.class));
            return MethodHandles.filterArguments(nested.writer, 2, present.bindTo(at).asType(MethodType.methodType(nested.type, nested.type)));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Object present(String at, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(at + " is null, and memory has no null");
        }
        return value;
    }

    private static MethodHandle shifted(MethodHandle access, int bytes) throws ReflectiveOperationException {
        MethodHandle sum = MethodHandles.lookup().findStatic(RecordLayout.class, "sum", MethodType.methodType(long.class, long.class, long.class));
        return MethodHandles.filterArguments(access, 1, MethodHandles.insertArguments(sum, 0, (long) bytes));
    }

    private static long sum(long bytes, long at) {
        return at + bytes;
    }

    /** The class of the records. */
    Class<R> type() {
        return type;
    }

    /** The same as the JDK's linker describes a C struct. */
    StructLayout layout() {
        return layout;
    }

    /** The basic elements, in the order of the components. */
    List<Block> blocks() {
        return blocks;
    }

    /** Whether elements of a datatype lie as these records do, whoever has made it. */
    boolean isThatOf(TypeMap elements) {
        long all = blocks.stream().mapToLong(Block::elements).sum();
        if (elements.elements() != all || elements.extentBytes() != layout.byteSize() || elements.lowerBoundBytes() != 0) {
            return false;
        }
        long next = 0;
        for (Block block : blocks) {
            long last = next + block.elements - 1;
            for (long i = next; i <= last; i++) {
                if (elements.elementBase(i).arrayClass() != block.basic.arrayType() || elements.elementAtBytes(i) != block.atBytes + (i - next) * elements.elementBase(i).bytes()) {
                    return false;
                }
            }
            next = last + 1;
        }
        return true;
    }

    /** The record at that byte of the memory. */
    R read(MemorySegment memory, long atBytes) {
        try {
            return type.cast((Object) reader.invoke(memory, atBytes));
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) { // by a constructor that throws what it does not declare
            throw new IllegalStateException(checked);
        }
    }

    /** Puts a record at that byte of the memory. Bytes of padding stay as they are. */
    void write(MemorySegment memory, long atBytes, R value) {
        try {
            writer.invoke(memory, atBytes, (Record) value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }
}
