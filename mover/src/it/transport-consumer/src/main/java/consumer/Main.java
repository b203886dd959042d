package consumer;

import io.netty.channel.EventLoopGroup;
import io.sluice.transport.Choice;
import io.sluice.transport.Transports;

/** Chooses a transport and takes its event loops. */
public final class Main {
  private Main() {}

  /** Prints the choice. */
  public static void main(String[] args) throws Exception {
    Choice choice = Transports.best();
    EventLoopGroup loops = choice.transport().newEventLoopGroup(1);
    loops.shutdownGracefully().await();
    System.out.println(choice);
  }
}
