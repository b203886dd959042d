// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpRequestParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * A worker and one endpoint over shared memory, on the thread that made it. Messages carry no
 * header: small ones go eagerly, large ones by rendezvous into one buffer. Both ends are this
 * benchmark's own processes, so the worker addresses are taken on trust.
 */
final class RawWorker implements AutoCloseable {
  private static final int MESSAGE = 1;
  private static final int LAST = 2;
  private static final int RENDEZVOUS_FROM = 32 << 10;
  private static final int IN_FLIGHT_BYTES = 8 << 20;

  private record Offered(long handle, long length) {}

  private final boolean spin;
  private final UcpContext context;
  private final UcpWorker worker;
  private final ArrayDeque<Offered> offered = new ArrayDeque<>();
  private final UcpRequestParams host =
      new UcpRequestParams().setMemoryType(UcsConstants.MEMORY_TYPE.UCS_MEMORY_TYPE_HOST);
  private final UcxCallback sendDone =
      new UcxCallback() {
        @Override
        public void onSuccess(UcpRequest request) {
          sending--;
        }
      };
  private final UcxCallback fetchDone =
      new UcxCallback() {
        @Override
        public void onSuccess(UcpRequest request) {
          received++;
        }
      };
  private UcpEndpoint endpoint;
  private ByteBuffer out;
  private ByteBuffer in;
  private int inFlight;
  private int sending;
  private long received;
  private boolean last;

  RawWorker(boolean spin) {
    this.spin = spin;
    context =
        new UcpContext(
            new UcpParams()
                .requestAmFeature()
                .requestWakeupFeature()
                .setConfig("TLS", "posix,cma")
                .setMtWorkersShared(true));
    worker = context.newWorker(new UcpWorkerParams());
    worker.setAmRecvHandler(
        MESSAGE,
        (headerAddress, headerSize, data, reply) -> {
          if (data.isDataValid()) {
            received++;
            return UcsConstants.STATUS.UCS_OK;
          }
          offered.add(new Offered(data.getDataHandle(), data.getLength()));
          return UcsConstants.STATUS.UCS_INPROGRESS;
        });
    worker.setAmRecvHandler(
        LAST,
        (headerAddress, headerSize, data, reply) -> {
          last = true;
          received++;
          return UcsConstants.STATUS.UCS_OK;
        });
  }

  /** Swaps worker addresses and makes the endpoint. */
  void connect(DataInputStream from, DataOutputStream to) throws IOException {
    ByteBuffer own = worker.getAddress();
    byte[] bytes = new byte[own.remaining()];
    own.get(bytes);
    to.writeInt(bytes.length);
    to.write(bytes);
    byte[] other = new byte[from.readInt()];
    from.readFully(other);
    ByteBuffer address = ByteBuffer.allocateDirect(other.length).put(other).flip();
    endpoint = worker.newEndpoint(new UcpEndpointParams().setUcpAddress(address));
  }

  /** Makes buffers for messages of that size. */
  void prepare(int size) {
    out = ByteBuffer.allocateDirect(size);
    in = ByteBuffer.allocateDirect(size);
    inFlight = Math.max(2, Math.min(64, IN_FLIGHT_BYTES / size));
  }

  void send(int size) throws Exception {
    while (sending >= inFlight) {
      step();
    }
    send(MESSAGE, size);
  }

  void sendLast() throws Exception {
    send(LAST, 1);
  }

  private void send(int id, int size) {
    sending++;
    endpoint.sendAmNonBlocking(
        id,
        0,
        0,
        UcxUtils.getAddress(out),
        size,
        size < RENDEZVOUS_FROM
            ? UcpConstants.UCP_AM_SEND_FLAG_EAGER
            : UcpConstants.UCP_AM_SEND_FLAG_RNDV,
        sendDone,
        host);
  }

  /** Until that many messages have come since the worker was made. */
  void awaitReceived(long count) throws Exception {
    while (received < count) {
      step();
    }
  }

  /** Until nothing of ours is in flight. */
  void drain() throws Exception {
    while (sending > 0) {
      step();
    }
  }

  boolean hasLast() {
    return last;
  }

  private void step() throws Exception {
    if (worker.progress() == 0 && offered.isEmpty()) {
      if (spin) {
        Thread.onSpinWait();
      } else {
        worker.waitForEvents();
      }
    }
    for (Offered next = offered.poll(); next != null; next = offered.poll()) {
      worker.recvAmDataNonBlocking(
          next.handle, UcxUtils.getAddress(in), next.length, fetchDone, host);
    }
  }

  @Override
  public void close() {
    worker.close();
    context.close();
  }
}
