package io.sluice.mover.cli;

import io.sluice.mover.Place;
import io.sluice.mover.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Finds the token: in {@code --token-file}, {@code MOVER_TOKEN}, {@code
 * ~/.config/sluice/tokens/HOST}, {@code ~/.config/sluice/token}, the first that is there. A file
 * that others can read is no secret, and is refused.
 */
final class Tokens {
  /** Names the variable; never printed with its value. */
  static final String VARIABLE = "MOVER_TOKEN";

  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");
  private static final int RANDOM_BYTES = 32;

  private final Path file;
  private final String variable;
  private final Path folder;

  /**
   * Where to look.
   *
   * @param file from the command line, or {@code null}
   * @param environment of the process
   */
  Tokens(Path file, Map<String, String> environment) {
    this.file = file;
    this.variable = environment.get(VARIABLE);
    String home = environment.get("HOME");
    this.folder =
        Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home)
            .resolve(".config/sluice");
  }

  /** The token for a place, or {@code null} where there is none. */
  Token forPlace(Place place) {
    Token named = named();
    if (named != null) {
      return named;
    }
    if (!place.host().isEmpty() && !place.host().startsWith(".")) {
      Token own = read(folder.resolve("tokens").resolve(place.host()));
      if (own != null) {
        return own;
      }
    }
    return read(shared());
  }

  /** A new one of 256 random bits. */
  static Token random() {
    return Token.of(randomText());
  }

  private static String randomText() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The token that a daemon asks for; one is made where there is none. */
  Token forServer() throws IOException {
    Token named = named();
    if (named != null) {
      return named;
    }
    Token old = read(shared());
    return old != null ? old : make();
  }

  /** Where a server's token comes from, for people. */
  String serverOrigin() {
    if (file != null) {
      return file.toString();
    }
    return variable != null ? VARIABLE : shared().toString();
  }

  private Path shared() {
    return folder.resolve("token");
  }

  private Token named() {
    if (file != null) {
      Token token = read(file);
      if (token == null) {
        throw new UsageException(ByteText.of(file + ": No such file; --token-file names a token"));
      }
      return token;
    }
    return variable == null ? null : token(variable.getBytes(StandardCharsets.UTF_8), VARIABLE);
  }

  private static Token read(Path path) {
    try {
      PosixFileAttributes attributes = Files.readAttributes(path, PosixFileAttributes.class);
      for (PosixFilePermission permission : attributes.permissions()) {
        if (OTHERS.contains(permission)) {
          throw new UsageException(
              ByteText.of(
                  path + ": others can get at this token, so it is refused: chmod 600 " + path));
        }
      }
      return token(Files.readAllBytes(path), path.toString());
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new UsageException(ByteText.of(path + ": the token can't be read: " + reason(e)));
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.AccessDeniedException
        ? "Permission denied"
        : String.valueOf(e.getMessage());
  }

  private static Token token(byte[] bytes, String origin) {
    try {
      return Token.of(bytes);
    } catch (IllegalArgumentException e) {
      throw new UsageException(ByteText.of(origin + ": " + e.getMessage()));
    }
  }

  /** Written aside and linked into place, so that two servers that start at once agree on one. */
  private Token make() throws IOException {
    FileAttribute<Set<PosixFilePermission>> owner =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(folder, owner);
    Path aside =
        Files.createTempFile(
            folder,
            "token",
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(aside, randomText() + "\n", StandardOpenOption.TRUNCATE_EXISTING);
      Files.createLink(shared(), aside);
    } catch (FileAlreadyExistsException e) {
      // Another server was first: its token is everybody's.
    } finally {
      Files.delete(aside);
    }
    return read(shared());
  }
}
