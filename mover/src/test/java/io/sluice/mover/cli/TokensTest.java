package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.mover.BytePath;
import io.sluice.mover.Place;
import io.sluice.mover.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
  private static final Place HOST = Place.on("host2", 0, BytePath.of("/f"));

  @TempDir Path home;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void liveAtHome() {
    environment.put("HOME", home.toString());
  }

  @Test
  void theFirstPlaceThatHasOneWins() throws IOException {
    Path option = write("option", "o");
    write(".config/sluice/tokens/host2", "h");
    write(".config/sluice/token", "t");
    environment.put("MOVER_TOKEN", "v".repeat(16));

    assertThat(found(option)).isEqualTo(key("o"));
    assertThat(found(null)).isEqualTo(key("v"));
    environment.remove("MOVER_TOKEN");
    assertThat(found(null)).isEqualTo(key("h"));
    Files.delete(home.resolve(".config/sluice/tokens/host2"));
    assertThat(found(null)).isEqualTo(key("t"));
  }

  @Test
  void noTokenAnywhereIsNoToken() {
    assertThat(new Tokens(null, environment).forPlace(HOST)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw-rw-", "rw--w----"})
  void aFileThatOthersCanGetAtIsRefused(String mode) throws IOException {
    Path file = write("open", "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertThatThrownBy(() -> found(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("chmod 600")
        .hasMessageNotContaining("xxxx");
  }

  @Test
  void aTokenFileThatIsNotThereIsAnErrorThoughAnotherTokenIs() throws IOException {
    write(".config/sluice/token", "t");
    assertThatThrownBy(() -> found(home.resolve("none")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("No such file");
  }

  @Test
  void aTokenThatIsTooShortIsRefusedWithoutBeingQuoted() throws IOException {
    Path file = write("short", "s");
    Files.writeString(file, "geheim\n");
    assertThatThrownBy(() -> found(file))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("16 to 1024")
        .hasMessageNotContaining("geheim");
  }

  @Test
  void aServerMakesItsTokenWhereThereIsNone() throws IOException {
    byte[] made = new Tokens(null, environment).forServer().key();
    Path file = home.resolve(".config/sluice/token");

    assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");
    assertThat(new Tokens(null, environment).forServer().key()).isEqualTo(made);
    assertThat(found(null)).isEqualTo(made);
  }

  @Test
  void aServerThatIsGivenATokenMakesNone() throws IOException {
    environment.put("MOVER_TOKEN", "v".repeat(16));
    assertThat(new Tokens(null, environment).forServer().key()).isEqualTo(key("v"));
    assertThat(home.resolve(".config")).doesNotExist();
  }

  @Test
  void aHostsNameDoesNotLeadOutOfTheFolder() throws IOException {
    write(".config/sluice/token", "t");
    Place odd = new Place(Place.Scheme.HOST, "", "..", 0, BytePath.of("f"));
    assertThat(new Tokens(null, environment).forPlace(odd).key()).isEqualTo(key("t"));
  }

  private byte[] found(Path option) {
    return new Tokens(option, environment).forPlace(HOST).key();
  }

  private static byte[] key(String letter) {
    return Token.of(letter.repeat(16)).key();
  }

  private Path write(String name, String letter) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, letter.repeat(16) + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
