package io.sluice.transport.ucx;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import java.util.Map;
import java.util.Objects;
import org.openucx.jucx.NativeLibs;
import org.openucx.jucx.UcxException;

/**
 * Loads libucp and JUCX once for the process, with the settings that a JVM needs, and tells the
 * reason where that fails. UCX reads them from the environment as it is loaded, so they are put
 * there before; what the user has set stays.
 */
final class UcxLibrary {
  /**
   * UCX's own handlers for SIGSEGV end a healthy JVM, which uses that signal for null checks; its
   * logs go to standard output; hooks into libc's memory calls are patched into running code.
   */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "UCX_ERROR_SIGNALS", "",
          "UCX_HANDLE_ERRORS", "none",
          "UCX_LOG_LEVEL", "fatal",
          "UCX_MEMTYPE_CACHE", "n",
          "UCX_MEM_EVENTS", "n",
          "UCX_POSIX_HUGETLB_MODE", "n",
          "UCX_SYSV_HUGETLB_MODE", "n",
          "UCX_WARN_UNUSED_ENV_VARS", "n");

  private static final UcxLibrary LOADED = new UcxLibrary();

  private final Throwable cause;
  private final int major;
  private final int minor;
  private final int release;

  private UcxLibrary() {
    Throwable failure = null;
    int[] version = new int[3];
    try {
      version = load();
    } catch (LinkageError | UcxException | UnsupportedOperationException e) {
      failure = e;
    }
    this.cause = failure;
    this.major = version[0];
    this.minor = version[1];
    this.release = version[2];
  }

  private static int[] load() {
    String architecture = System.getProperty("os.arch");
    if (!Objects.equals(architecture, "amd64")) {
      throw new UnsupportedOperationException(
          "JUCX has no library for " + architecture + ", only for amd64");
    }
    Function setenv = NativeLibrary.getInstance("c").getFunction("setenv");
    SETTINGS.forEach((name, value) -> setenv.invokeInt(new Object[] {name, value, 0}));
    NativeLibrary ucp;
    try {
      ucp = NativeLibrary.getInstance("libucp.so.0");
    } catch (UnsatisfiedLinkError e) {
      throw (Error)
          new UnsatisfiedLinkError("libucp.so.0 cannot be loaded (Debian package: libucx0)")
              .initCause(e);
    }
    IntByReference major = new IntByReference();
    IntByReference minor = new IntByReference();
    IntByReference release = new IntByReference();
    ucp.getFunction("ucp_get_version").invokeVoid(new Object[] {major, minor, release});
    if (major.getValue() != 1 || minor.getValue() < 13) {
      throw new UnsupportedOperationException(
          "libucp is version "
              + major.getValue()
              + "."
              + minor.getValue()
              + "; 1.13 or a newer 1.x is needed");
    }
    NativeLibs.load();
    UnpackedLibrary.remove();
    return new int[] {major.getValue(), minor.getValue(), release.getValue()};
  }

  /** Why UCX can't be used in this process, or {@code null} where it was loaded. */
  static Throwable unavailabilityCause() {
    return LOADED.cause;
  }

  static int major() {
    return LOADED.major;
  }

  static int minor() {
    return LOADED.minor;
  }

  /** The library's version, as {@code 1.13.1}. */
  static String version() {
    return LOADED.major + "." + LOADED.minor + "." + LOADED.release;
  }

  /** Whether a wire-up that fails aborts the process, as an assertion does in 1.13.x. */
  static boolean abortsOnFailedWireUp() {
    return LOADED.major == 1 && LOADED.minor < 14;
  }
}
