package io.sluice.transport.ucx;

/** Why a channel is plain TCP, as far as counters tell it apart. */
enum Fallback {
  /** Neither a key nor a trusted network is set for the peer. */
  NOT_CONFIGURED(1),
  /** UCX is not available here or on the other side, or the two versions do not agree. */
  NO_UCX(2),
  /** The event loop is not one of the UCX transport's. */
  NO_LOOP(3),
  /** No lane that both can use. */
  NO_LANE(4),
  /** The peer did not prove the key, or is not trusted without. */
  NOT_PROVED(5),
  /** The client sent no preface. */
  NO_PREFACE(6),
  /** The server had spoken before the preface came, or sent none. */
  TOO_LATE(7),
  /** Frames did not get through. */
  NO_PATH(8);

  /** Its number in a refusal. */
  final int code;

  Fallback(int code) {
    this.code = code;
  }

  /** The reason of that number, {@link #NO_UCX} for one that is not known here. */
  static Fallback of(int code) {
    for (Fallback fallback : values()) {
      if (fallback.code == code) {
        return fallback;
      }
    }
    return NO_UCX;
  }
}
