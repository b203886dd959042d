package io.sluice.mover.session;

import io.sluice.mover.Report.Bottleneck;
import io.sluice.mover.Report.Stage;
import io.sluice.mover.wire.Spent;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Says which stage the others waited for.
 *
 * <p>A stage's share is the part of the time that it was busy or blocked on its own account: reads
 * for the source, writes and completing for the destination. The network's share is the time in
 * which senders had bytes that it did not take and receivers waited for bytes at once: a slow disk
 * at the end shows in the sender's wait too, but not in the receiver's. The processor's share is
 * that of the side which used more of what it has, or of both on a host that they share.
 */
final class Bottlenecks {
  private Bottlenecks() {}

  static Bottleneck find(Spent sender, Spent receiver, Ends ends) {
    double time = Math.max(1, Math.max(sender.nanos(), receiver.nanos()));
    double senders = Math.max(1, sender.streams()) * time;
    double receivers = Math.max(1, receiver.streams()) * time;
    int loops = Math.max(1, Math.min(sender.streams(), Loops.count()));
    Map<Stage, Double> shares = new EnumMap<>(Stage.class);
    shares.put(Stage.SOURCE, sender.disk() / (time * loops));
    shares.put(Stage.DESTINATION, receiver.disk() / (time * loops) + receiver.completing() / time);
    shares.put(Stage.NETWORK, Math.min(sender.wire() / senders, receiver.wire() / receivers));
    // Of the time of streams that had something to send: one extent keeps one stream busy of eight.
    double active = Math.max(time, 0.0 + sender.limited() + sender.disk() + sender.wire());
    shares.put(Stage.LIMIT, sender.limited() / active);
    double there = receiver.cpu() / (time * receiver.processors());
    double here = sender.cpu() / (time * sender.processors());
    double cpu = ends == Ends.ONE_HOST ? here + there : Math.max(here, there);
    shares.put(Stage.CPU, cpu);
    Stage most = Stage.SETUP;
    double share = 0.05;
    for (Map.Entry<Stage, Double> one : shares.entrySet()) {
      if (one.getValue() > share) {
        most = one.getKey();
        share = one.getValue();
      }
    }
    // Reads and writes of cached files are processor time too: name the processor where it is out.
    if (cpu > 0.8 && shares.get(Stage.LIMIT) < 0.5) {
      most = Stage.CPU;
      share = cpu;
    }
    share = Math.min(1, share);
    String percent = String.format(Locale.ROOT, "%.0f %%", share * 100);
    return new Bottleneck(most, share, most.label() + " (" + says(most, percent) + ")");
  }

  private static String says(Stage stage, String percent) {
    return switch (stage) {
      case SOURCE -> "reads took " + percent + " of the time";
      case DESTINATION -> "writes and sync took " + percent + " of the time";
      case NETWORK -> "both ends waited for it " + percent + " of the time";
      case CPU -> "busy " + percent + " of the time";
      case LIMIT -> "it held the streams back " + percent + " of the time";
      case SETUP -> "too little was moved to say more";
    };
  }
}
