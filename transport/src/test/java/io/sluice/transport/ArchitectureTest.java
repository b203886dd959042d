package io.sluice.transport;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.channel.FileRegion;
import io.sluice.transport.link.Link;
import io.sluice.transport.link.Links;
import io.sluice.transport.link.PathFacts;
import io.sluice.transport.link.Port;
import io.sluice.transport.link.Rate;
import io.sluice.transport.link.Slot;
import io.sluice.transport.link.SocketLimits;
import io.sluice.transport.ucx.TrustedNetwork;
import io.sluice.transport.ucx.UcxChannelOption;
import io.sluice.transport.ucx.UcxIoHandler;
import io.sluice.transport.ucx.UcxMetrics;
import io.sluice.transport.ucx.UcxServerSocketChannel;
import io.sluice.transport.ucx.UcxSocketChannel;
import io.sluice.transport.ucx.UcxTransport;
import java.nio.channels.FileChannel;

@AnalyzeClasses(
    packages = "io.sluice.transport",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** What users see of the SPI and of links; a new public class is a decision, made here. */
  private static final DescribedPredicate<JavaClass> NOUNS =
      type(Transport.class)
          .or(type(Transports.class))
          .or(type(Choice.class))
          .or(type(SocketTuning.class))
          .or(type(TransportMetrics.class))
          .or(type(EpollTransport.class))
          .or(type(NioTransport.class))
          .or(type(IoUringTransport.class))
          .or(type(Link.class))
          .or(type(Links.class))
          .or(type(PathFacts.class))
          .or(type(Port.class))
          .or(type(Rate.class))
          .or(type(Slot.class))
          .or(type(SocketLimits.class))
          .or(type(UcxTransport.class))
          .or(type(UcxIoHandler.class))
          .or(type(UcxSocketChannel.class))
          .or(type(UcxServerSocketChannel.class))
          .or(type(UcxChannelOption.class))
          .or(type(TrustedNetwork.class))
          .or(type(UcxMetrics.class))
          .as("the listed nouns");

  @ArchTest
  static final ArchRule transportKnowsNothingOfTheMover =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.sluice.mover..");

  @ArchTest
  static final ArchRule transportKnowsNothingOfFiles =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.sluice.transport.ucx..") // its channels write file regions
          .should()
          .dependOnClassesThat()
          .areAssignableTo(FileChannel.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(FileRegion.class);

  @ArchTest
  static final ArchRule linksKnowNothingOfTransports =
      noClasses()
          .that()
          .resideInAPackage("io.sluice.transport.link..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.sluice.transport", "io.sluice.transport.ucx..");

  @ArchTest
  static final ArchRule noneKnowsUcxButItself =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.sluice.transport.ucx..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.sluice.transport.ucx..", "org.openucx..");

  @ArchTest
  static final ArchRule onlyTheMetricsNeedMicrometer =
      noClasses()
          .that(not(type(TransportMetrics.class).or(type(UcxMetrics.class))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.micrometer..");

  @ArchTest
  static final ArchRule classesArePackagePrivateUnlessTheyAreNouns =
      classes()
          .that(resideInAnyPackage("io.sluice.transport.."))
          .and()
          .areTopLevelClasses()
          .and(not(NOUNS))
          .should()
          .notBePublic();
}
