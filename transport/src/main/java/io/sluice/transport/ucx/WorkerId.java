package io.sluice.transport.ucx;

import java.util.UUID;

/** A random name of a worker, told in the preface: the same name means the same worker. */
record WorkerId(UUID value) {
  static WorkerId random() {
    return new WorkerId(UUID.randomUUID());
  }
}
