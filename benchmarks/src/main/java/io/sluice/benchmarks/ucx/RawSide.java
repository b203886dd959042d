// SPDX-License-Identifier: Apache-2.0
package io.sluice.benchmarks.ucx;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** JUCX with nothing above it: what is to be had at best. */
final class RawSide implements Side {
  private static final long WARM_UP = 200;

  private final boolean spin;
  private ServerSocket listener;
  private CompletableFuture<Long> served;

  RawSide(boolean spin) {
    this.spin = spin;
  }

  @Override
  public int open() throws Exception {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    served = new CompletableFuture<>();
    Thread thread = new Thread(this::serve, "raw server");
    thread.setDaemon(true);
    thread.start();
    return listener.getLocalPort();
  }

  @Override
  public long close() throws Exception {
    listener.close();
    return served.get(10, TimeUnit.SECONDS);
  }

  private void serve() {
    try (Socket control = listener.accept();
        RawWorker worker = new RawWorker(spin)) {
      DataInputStream in = new DataInputStream(control.getInputStream());
      DataOutputStream out = new DataOutputStream(control.getOutputStream());
      worker.connect(in, out);
      Turn turn = Turn.parse(in.readUTF().split(" "), 0);
      worker.prepare(turn.size());
      long before = Side.allocated();
      out.writeByte(0);
      if (turn.pingPong()) {
        long answered = 0;
        while (!worker.hasLast()) {
          worker.awaitReceived(answered + 1);
          answered++;
          worker.send(turn.size());
        }
      } else {
        worker.awaitReceived(turn.count());
        worker.send(1);
      }
      worker.drain();
      in.readByte();
      served.complete(Side.allocated() - before);
    } catch (Exception e) {
      served.completeExceptionally(e);
    }
  }

  @Override
  public Turn.Outcome run(int port, Turn turn) throws Exception {
    try (Socket control = new Socket(InetAddress.getLoopbackAddress(), port);
        RawWorker worker = new RawWorker(spin)) {
      DataInputStream in = new DataInputStream(control.getInputStream());
      DataOutputStream out = new DataOutputStream(control.getOutputStream());
      worker.connect(in, out);
      out.writeUTF(turn.line());
      worker.prepare(turn.size());
      in.readByte();
      Turn.Outcome outcome = turn.pingPong() ? pingPong(worker, turn) : oneWay(worker, turn);
      out.writeByte(0);
      return outcome;
    }
  }

  private static Turn.Outcome pingPong(RawWorker worker, Turn turn) throws Exception {
    long answered = 0;
    while (answered < WARM_UP) {
      worker.send(turn.size());
      worker.awaitReceived(++answered);
    }
    long allocated = Side.allocated();
    long began = System.nanoTime();
    long deadline = began + TimeUnit.MILLISECONDS.toNanos(turn.millis());
    while (System.nanoTime() - deadline < 0) {
      worker.send(turn.size());
      worker.awaitReceived(++answered);
    }
    long nanos = System.nanoTime() - began;
    allocated = Side.allocated() - allocated;
    worker.sendLast();
    worker.awaitReceived(answered + 1);
    return new Turn.Outcome(answered - WARM_UP, nanos, allocated);
  }

  private static Turn.Outcome oneWay(RawWorker worker, Turn turn) throws Exception {
    long allocated = Side.allocated();
    long began = System.nanoTime();
    for (long i = 0; i < turn.count(); i++) {
      worker.send(turn.size());
    }
    worker.awaitReceived(1);
    return new Turn.Outcome(turn.count(), System.nanoTime() - began, Side.allocated() - allocated);
  }
}
