package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way for kernels before 6.13 does what the kernel's own calls do. */
class XattrCallsTest {
  private static final byte[] KEY = "user.sluice".getBytes(US_ASCII);
  private static final byte[] VALUE = {1, 0, 2};
  private static final byte[] SELF = {};

  @TempDir Path folder;

  @Test
  void attributesOfANameAreSetReadListedAndRemoved() throws IOException {
    Files.createFile(folder.resolve("f"));
    int dir = Posix.open(Posix.AT_FDCWD, path(folder).bytes(), Posix.O_RDONLY, 0);
    try {
      roundTrip(dir, new byte[] {'f'});
    } finally {
      Posix.close(dir);
    }
  }

  @Test
  void attributesOfADescriptorAreSetReadListedAndRemoved() throws IOException {
    Path file = Files.createFile(folder.resolve("f"));
    int fd = Posix.open(Posix.AT_FDCWD, path(file).bytes(), Posix.O_RDWR, 0);
    try {
      roundTrip(fd, SELF);
    } finally {
      Posix.close(fd);
    }
  }

  private static void roundTrip(int dir, byte[] name) {
    assertThat(XattrCalls.set(dir, name, KEY, VALUE, false)).isZero();
    assertThat(XattrCalls.get(dir, name, KEY)).isEqualTo(VALUE);
    assertThat(XattrCalls.get(dir, name, KEY, false)).isEqualTo(VALUE);
    assertThat(XattrCalls.list(dir, name, false)).isEqualTo(XattrCalls.list(dir, name));
    assertThat(XattrCalls.remove(dir, name, KEY, false)).isZero();
    assertThat(XattrCalls.get(dir, name, KEY)).isNull();
  }
}
