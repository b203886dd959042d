package io.sluice.transport.ucx;

/** What each event loop counts; see {@link UcxMetrics} for the names under which it is exported. */
enum Counter {
  EAGER_SENT,
  EAGER_BYTES_SENT,
  EAGER_RECEIVED,
  EAGER_BYTES_RECEIVED,
  RENDEZVOUS_SENT,
  RENDEZVOUS_BYTES_SENT,
  RENDEZVOUS_RECEIVED,
  RENDEZVOUS_BYTES_RECEIVED,
  CONTROL_SENT,
  SPINS,
  ARMS,
  CREDIT_WAITS,
  STRAY_FRAMES
}
