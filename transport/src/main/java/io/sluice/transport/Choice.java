package io.sluice.transport;

import java.util.Objects;

/**
 * A chosen transport and why it was chosen, as one printable value: {@code "epoll, because no
 * active RDMA port: /sys/class/infiniband is empty"}.
 *
 * @param transport the transport to use
 * @param reason the reason, as a clause that follows "because"
 */
public record Choice(Transport transport, String reason) {
  /** Checks that both are there. */
  public Choice {
    Objects.requireNonNull(transport, "transport");
    Objects.requireNonNull(reason, "reason");
  }

  @Override
  public String toString() {
    return transport.name() + ", because " + reason;
  }
}
