package io.sluice.mover.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mover.Report;
import io.sluice.mover.Transfer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two copies to one target at one time. */
@Timeout(60)
class TwoCopiesTest {
  @TempDir Path folder;

  @Test
  void theSecondIsRefusedAndTheFirstArrivesWhole() throws Exception {
    Path target = Files.createDirectory(folder.resolve("to")).resolve("target");
    try (Ends slow = new Ends(folder, options -> options.withLimit(1 << 20));
        Ends other = new Ends(folder, options -> options)) {
      Path source = slow.file("source", 32 * Ends.EXTENT);
      Transfer first = slow.push(source, target);
      Ends.awaitBytes(first, Ends.EXTENT);

      Report second = other.push(source, target).await();

      assertThat(second.exitStatus()).isEqualTo(1);
      assertThat(second.failures().get(0).cause()).contains("another");
      Ends.assertArrived(first.await(), source, target);
    }
  }
}
