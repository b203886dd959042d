package io.sluice.transport.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The small text files of sysfs and procfs below a root. A file that is absent, forbidden, or that
 * the driver answers with an error (as {@code speed} of a link that is down) is empty.
 */
final class KernelFiles {
  /** More than any of them is long: sysfs ends at a page. */
  private static final int LIMIT = 4096;

  private final Path root;

  KernelFiles(Path root) {
    this.root = root;
  }

  Optional<String> text(String path) {
    try (InputStream in = Files.newInputStream(root.resolve(path))) {
      String text = new String(in.readNBytes(LIMIT), StandardCharsets.ISO_8859_1).trim();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A decimal number that is not negative; the kernel writes -1 where it does not know. */
  OptionalLong number(String path) {
    Optional<String> text = text(path).filter(it -> it.matches("\\d{1,18}"));
    return text.isPresent() ? OptionalLong.of(Long.parseLong(text.get())) : OptionalLong.empty();
  }

  OptionalInt smallNumber(String path) {
    OptionalLong number = number(path);
    return number.isPresent() && number.getAsLong() <= Integer.MAX_VALUE
        ? OptionalInt.of((int) number.getAsLong())
        : OptionalInt.empty();
  }

  /** A file that holds 0 or 1. */
  Optional<Boolean> flag(String path) {
    return text(path).filter(it -> it.equals("0") || it.equals("1")).map("1"::equals);
  }

  /** Names of the folders in a folder, in order; none where it can't be read. */
  List<String> folders(String path) {
    return names(path, true);
  }

  /** Names of everything in a folder, in order; none where it can't be read. */
  List<String> names(String path) {
    return names(path, false);
  }

  private List<String> names(String path, boolean foldersOnly) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(path))) {
      for (Path entry : entries) {
        if (!foldersOnly || Files.isDirectory(entry)) {
          names.add(entry.getFileName().toString());
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    names.sort(null);
    return names;
  }

  /** Where a folder really is, once its links are followed. */
  Optional<Path> real(String path) {
    try {
      return Optional.of(root.resolve(path).toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
