package dev.varve.jobs.host;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends what a thread does, as debuggers do: an exception is thrown in it wherever it is, also in a
 * loop that never asks whether it was interrupted. What the thread was changing may stay half
 * changed, so this is the last means, for work of which nothing is kept.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/docs/specs/jvmti.html#StopThread">JVM
 *     Tool Interface, StopThread</a>
 */
public final class ThreadStop {
  private static final int VERSION = 0x30010200;

  /** The place of GetEnv among the functions of a virtual machine. */
  private static final int GET_ENV = 6;

  /** Places among the functions of the tool interface, from 1. */
  private static final int STOP_THREAD = 7;

  private static final int ADD_CAPABILITIES = 142;

  private static final int CAPABILITIES_BYTES = 16;

  /** The bit of can_signal_thread. */
  private static final int CAN_SIGNAL = 10;

  private static final @Nullable Pointer TOOL = load();

  private ThreadStop() {}

  /**
   * Throws an exception in a thread.
   *
   * @return whether it could be done: not where the interface is missing or the thread has ended
   */
  public static boolean stop(Thread thread, Throwable thrown) {
    return TOOL != null && call(TOOL, STOP_THREAD - 1, new Object[] {TOOL, thread, thrown}) == 0;
  }

  private static @Nullable Pointer load() {
    try {
      PointerByReference machine = new PointerByReference();
      NativeLibrary.getInstance("jvm")
          .getFunction("JNI_GetCreatedJavaVMs")
          .invokeInt(new Object[] {machine, 1, new IntByReference()});
      Pointer vm = machine.getValue();
      PointerByReference tool = new PointerByReference();
      if (vm == null || call(vm, GET_ENV, new Object[] {vm, tool, VERSION}) != 0) {
        return null;
      }
      Memory wanted = new Memory(CAPABILITIES_BYTES);
      wanted.clear();
      wanted.setByte(CAN_SIGNAL / 8, (byte) (1 << CAN_SIGNAL % 8));
      Object[] asked = {tool.getValue(), wanted};
      return call(tool.getValue(), ADD_CAPABILITIES - 1, asked) == 0 ? tool.getValue() : null;
    } catch (LinkageError e) {
      return null;
    }
  }

  /** Calls a function of the table that an interface begins with. */
  private static int call(Pointer of, int place, Object[] arguments) {
    Pointer function = of.getPointer(0).getPointer((long) place * Native.POINTER_SIZE);
    Map<String, Object> options = Map.of(Library.OPTION_ALLOW_OBJECTS, true);
    return (int) Function.getFunction(function).invoke(Integer.class, arguments, options);
  }
}
