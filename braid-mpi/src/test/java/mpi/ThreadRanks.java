package mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.ContextConfig;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.Directory;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/**
 * A job of n ranks in this JVM: one thread, one context and one copy of package mpi each, over the transport {@code local}. Every
 * copy is loaded by a class loader of its own, so that each rank has its own statics, as in a process of its own.
 */
final class ThreadRanks implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 180; // of machines where much else runs

  private static final long JOB = 7;

  private final AddressSpace space = new AddressSpace(64 << 20);
  private final List<Context> contexts = new ArrayList<>();
  private final List<ClassLoader> loaders = new ArrayList<>();

  private ThreadRanks(int size, List<Path> classPath, boolean traced) {
    addJob(JOB, size, classPath, traced);
  }

  /** One job more, whose directory knows its own ranks alone. */
  private void addJob(long job, int size, List<Path> classPath, boolean traced) {
    int first = contexts.size();
    Directory directory = id -> id.jobHigh() == job ? contexts.get(first + (int) id.number()).table() : null;
    ContextConfig config = ContextConfig.alone().withSpace(space).withDirectory(directory).withCoresForAll(false);
    for (int rank = 0; rank < size; rank++) {
      Context context = Context.open(config.withId(idOf(job, rank)));
      contexts.add(context);
      loaders.add(newRank(traced ? MpiProcess.openTraced(context, true) : MpiProcess.open(context, true), job, rank, size, classPath));
    }
  }

  /** Two jobs, each of which runs a program of its own. */
  static void runJobs(int size, Class<? extends Runnable> program, int otherSize, Class<? extends Runnable> otherProgram) {
    try (ThreadRanks ranks = new ThreadRanks(size, List.of(), false)) {
      ranks.addJob(JOB + 1, otherSize, List.of(), false);
      ranks.run(loader -> instance(loader, ranks.loaders.indexOf(loader) < size ? program : otherProgram).run());
    }
  }

  private static Runnable instance(ClassLoader loader, Class<? extends Runnable> program) throws ReflectiveOperationException {
    Constructor<?> constructor = loader.loadClass(program.getName()).getDeclaredConstructor();
    constructor.setAccessible(true); // one name, but another loader and so another package
    return (Runnable) constructor.newInstance();
  }

  /** Every rank makes an object of the class and runs it. */
  static void run(int size, Class<? extends Runnable> program) {
    run(size, program, false);
  }

  /** As {@link #run}, of ranks that remember where objects are made. */
  static void runTraced(int size, Class<? extends Runnable> program) {
    run(size, program, true);
  }

  private static void run(int size, Class<? extends Runnable> program, boolean traced) {
    try (ThreadRanks ranks = new ThreadRanks(size, List.of(), traced)) {
      ranks.run(loader -> instance(loader, program).run());
    }
  }

  /** Every rank calls the main method of the class, which is found on {@code classPath}. */
  static void main(int size, List<Path> classPath, String program, String... arguments) {
    try (ThreadRanks ranks = new ThreadRanks(size, classPath, false)) {
      ranks.run(loader -> {
        Method main = loader.loadClass(program).getMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) arguments);
      });
    }
  }

  private interface Body {
    void run(ClassLoader rank) throws Exception;
  }

  private void run(Body body) {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < loaders.size(); rank++) {
      ClassLoader loader = loaders.get(rank);
      threads.add(Thread.ofPlatform().name("rank " + rank).start(() -> runOne(loader, body, failure)));
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (Thread thread : threads) {
      await(thread, deadline, failure);
    }
    if (failure.get() != null) {
      throw new AssertionError("a rank failed", failure.get());
    }
  }

  private static void runOne(ClassLoader loader, Body body, AtomicReference<@Nullable Throwable> failure) {
    Thread.currentThread().setContextClassLoader(loader);
    try {
      body.run(loader);
    } catch (InvocationTargetException e) {
      failure.compareAndSet(null, e.getCause());
    } catch (Exception | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void await(Thread thread, long deadline, AtomicReference<@Nullable Throwable> failure) {
    try {
      while (thread.isAlive() && failure.get() == null) {
        thread.join(50);
        if (System.nanoTime() > deadline) {
          AssertionError stuck = new AssertionError(thread.getName() + " is stuck");
          stuck.setStackTrace(thread.getStackTrace());
          throw stuck;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ClassLoader newRank(MpiProcess process, long job, int rank, int size, List<Path> classPath) {
    ClassLoader loader = new RankLoader(classPath);
    try {
      Method adopt = loader.loadClass("mpi.World").getDeclaredMethod("adopt", MpiProcess.class, Lco.class, Lco.class);
      adopt.setAccessible(true);
      adopt.invoke(null, process, process.world(rank, size, each -> idOf(job, each)), process.self());
      return loader;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static ContextId idOf(long job, int rank) {
    return new ContextId(job, job, rank);
  }

  @Override
  public void close() {
    for (Context context : contexts) {
      context.close();
    }
    space.close();
    for (ClassLoader loader : loaders) {
      ((RankLoader) loader).closeQuietly();
    }
  }

  /** Loads package mpi, what stands above it, and the program anew, everything else once. */
  private static final class RankLoader extends URLClassLoader {
    RankLoader(List<Path> classPath) {
      super(urls(classPath), ThreadRanks.class.getClassLoader());
    }

    private static URL[] urls(List<Path> classPath) {
      List<URL> urls = new ArrayList<>();
      try {
        for (Path path : classPath) {
          urls.add(path.toUri().toURL());
        }
        for (String entry : List.of("target/classes", "target/test-classes")) {
          urls.add(Path.of(entry).toUri().toURL());
        }
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(e);
      }
      return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        return name.startsWith("mpi.") || name.startsWith("org.braid.mpix.") ? findClass(name) : super.loadClass(name, resolve);
      }
    }

    void closeQuietly() {
      try {
        close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
