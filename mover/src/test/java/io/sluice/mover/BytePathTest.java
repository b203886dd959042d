package io.sluice.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BytePathTest {
  /** Any bytes but NUL, with many slashes. */
  @Provide
  Arbitrary<byte[]> paths() {
    Arbitrary<Byte> bytes =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(3, Arbitraries.just((byte) '/')),
            net.jqwik.api.Tuple.of(7, Arbitraries.bytes().filter(b -> b != 0)));
    return bytes.array(byte[].class).ofMaxSize(300);
  }

  @Property
  void theBytesAreKept(@ForAll("paths") byte[] bytes) {
    assertThat(BytePath.of(bytes).bytes()).isEqualTo(bytes);
  }

  @Property
  void whatIsChangedOutsideStaysOutside(@ForAll("paths") byte[] bytes) {
    byte[] copy = bytes.clone();
    BytePath path = BytePath.of(copy);
    if (copy.length > 0) {
      copy[0]++;
      path.bytes()[0]++;
    }
    assertThat(path.bytes()).isEqualTo(bytes);
  }

  @Property
  void aNameHasNoSlash(@ForAll("paths") byte[] bytes) {
    assertThat(BytePath.of(bytes).name().bytes()).doesNotContain('/');
  }

  @Property
  void parentAndNameMakeThePathAgain(@ForAll("paths") byte[] bytes) {
    BytePath path = BytePath.of(bytes);
    BytePath again = path.parent().resolve(path.name());
    assertThat(components(again)).isEqualTo(components(path));
    assertThat(again.isAbsolute()).isEqualTo(path.isAbsolute());
  }

  @Property
  void aParentIsShorterUntilNothingIsLeft(@ForAll("paths") byte[] bytes) {
    BytePath path = BytePath.of(bytes);
    while (!path.name().isEmpty()) {
      assertThat(path.parent().length()).isLessThan(path.length());
      path = path.parent();
    }
    assertThat(components(path)).isEmpty();
  }

  @Property
  void aResolvedChildIsBelow(@ForAll("paths") byte[] parent, @ForAll("paths") byte[] child) {
    BytePath joined = BytePath.of(parent).resolve(BytePath.of(child));
    if (BytePath.of(child).isAbsolute()) {
      assertThat(joined.bytes()).isEqualTo(child);
    } else {
      assertThat(components(joined))
          .isEqualTo(components(BytePath.of(parent)) + components(BytePath.of(child)));
    }
  }

  @Property
  void orderIsThatOfUnsignedBytes(@ForAll("paths") byte[] one, @ForAll("paths") byte[] other) {
    int order = Integer.signum(BytePath.of(one).compareTo(BytePath.of(other)));
    String left = new String(one, StandardCharsets.ISO_8859_1);
    String right = new String(other, StandardCharsets.ISO_8859_1);
    assertThat(order).isEqualTo(Integer.signum(left.compareTo(right)));
    assertThat(BytePath.of(one).equals(BytePath.of(other))).isEqualTo(order == 0);
  }

  @Property
  void textForPeopleHasNoControlCharacters(@ForAll("paths") byte[] bytes) {
    assertThat(BytePath.of(bytes).toString().chars()).noneMatch(Character::isISOControl);
  }

  @Property
  void textForPeopleIsTheNameWhereThatIsPlain(@ForAll String name) {
    String plain = name.replaceAll("[\\p{Cntrl}\\p{Cs}\\x{80}-\\x{9f}]", "");
    assertThat(BytePath.of(plain)).hasToString(plain);
  }

  @Example
  void aNulByteIsRefused() {
    assertThatThrownBy(() -> BytePath.of(new byte[] {'a', 0}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The components, each ended by a slash. */
  private static String components(BytePath path) {
    String text = new String(path.bytes(), StandardCharsets.ISO_8859_1);
    StringBuilder all = new StringBuilder();
    for (String component : text.split("/+")) {
      if (!component.isEmpty()) {
        all.append(component).append('/');
      }
    }
    return all.toString();
  }
}
