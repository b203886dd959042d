package io.sluice.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The locales that names must survive. */
enum Locales {
  C("C", "ANSI_X3.4-1968"),
  UTF8("C.UTF-8", "UTF-8"),
  LATIN("en_US.ISO-8859-1", "ISO-8859-1");

  private final String locale;
  private final String encoding;

  Locales(String locale, String encoding) {
    this.locale = locale;
    this.encoding = encoding;
  }

  /** What {@code sun.jnu.encoding} is in it, if the locale is really there. */
  String encoding() {
    return encoding;
  }

  /** A process in this locale; {@code folder} takes the locale's files where they are made. */
  Forked forked(Path folder) throws Exception {
    Forked forked = Forked.java().with("LC_ALL", locale);
    if (this != LATIN) {
      return forked;
    }
    assumeTrue(
        Files.exists(Path.of("/usr/share/i18n/locales/en_US")), "Debian package missing: locales");
    Path made = folder.resolve(locale);
    if (!Files.exists(made)) {
      Forked.Result result =
          Forked.java().script("localedef -i en_US -f ISO-8859-1 '" + made + "'");
      assertThat(made.resolve("LC_CTYPE")).as(result.err()).exists();
    }
    return forked.with("LOCPATH", folder.toString());
  }
}
