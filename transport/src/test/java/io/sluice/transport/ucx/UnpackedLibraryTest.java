package io.sluice.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class UnpackedLibraryTest {
  @Test
  void whatJucxUnpackedHasNoNameAnyMoreWhileItIsInUse() throws Exception {
    assertThat(UcxLibrary.unavailabilityCause()).isNull();
    assertThat(Files.readAllLines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1))
        .filteredOn(line -> line.contains("/libjucx"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).endsWith(".so (deleted)"));
  }
}
