package io.sluice.mover.store;

import static io.sluice.mover.store.Copies.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.Attributes;
import io.sluice.mover.BytePath;
import io.sluice.mover.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ByteNamesTest {
  private final FileStore store = FileStore.local();
  @TempDir Path folder;

  /** Names of any bytes that the kernel takes. */
  static Stream<BytePath> names() {
    Random random = new Random(7);
    Stream<byte[]> drawn =
        IntStream.range(0, 50)
            .mapToObj(
                i -> {
                  byte[] name = new byte[1 + random.nextInt(255)];
                  for (int at = 0; at < name.length; at++) {
                    int b = 1 + random.nextInt(255);
                    name[at] = (byte) (b == '/' ? '\n' : b);
                  }
                  return name;
                });
    byte[] longest = new byte[255];
    Arrays.fill(longest, (byte) 0xff);
    return Stream.concat(
            drawn,
            Stream.of(
                longest,
                new byte[] {'\n'},
                new byte[] {' '},
                new byte[] {'-', 'r', 'f'},
                new byte[] {(byte) 0xc3, (byte) 0x28},
                new byte[] {'.', '.', '.'}))
        .filter(name -> !Arrays.equals(name, new byte[] {'.'}))
        .map(BytePath::of);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aNameOfAnyBytesIsWrittenListedAndRead(BytePath name) throws IOException {
    BytePath file = path(folder).resolve(name);
    Copies.put(store, file, new byte[] {1, 2, 3});
    assertThat(listed()).containsExactly(name);
    assertThat(Copies.get(store, file)).containsExactly(1, 2, 3);
  }

  @Test
  void aFolderOfAnyBytesIsMadeAndWrittenTo() throws IOException {
    BytePath inner = BytePath.of(new byte[] {(byte) 0xfe, '\n'});
    BytePath made = path(folder).resolve(inner).resolve(inner);
    store.makeFolder(made, true);
    Copies.put(store, made.resolve(inner), new byte[] {9});
    assertThat(Copies.get(store, made.resolve(inner))).containsExactly(9);
  }

  @Test
  void aNameOf256BytesSaysThatItIsTooLong() {
    BytePath file = path(folder).resolve("x".repeat(256));
    assertThatThrownBy(() -> store.sink(file, Attributes.ofSize(0), Copies.OPTIONS))
        .isInstanceOfSatisfying(
            StoreException.class,
            failure -> assertThat(failure.reason()).isEqualTo("File name too long"));
  }

  /** What an independent program sees in the folder. */
  private List<BytePath> listed() throws IOException {
    byte[] all = Needs.run("find", folder.toString(), "-mindepth", "1", "-printf", "%P\\0");
    List<BytePath> names = new ArrayList<>();
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    for (byte b : all) {
      if (b == 0) {
        names.add(BytePath.of(name.toByteArray()));
        name.reset();
      } else {
        name.write(b);
      }
    }
    return names;
  }
}
