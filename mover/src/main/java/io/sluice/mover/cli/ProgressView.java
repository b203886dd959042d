package io.sluice.mover.cli;

import io.sluice.mover.Progress;

/** Shows how far a transfer is. Called by one thread. */
interface ProgressView {
  /** Shows nothing. */
  ProgressView NONE =
      new ProgressView() {
        @Override
        public long everyMillis() {
          return 1000;
        }

        @Override
        public void show(Progress progress) {}
      };

  /** How often it wants to be called. */
  long everyMillis();

  /** Shows a state. */
  void show(Progress progress);

  /** Takes away what would be in the way of the report. */
  default void end() {}
}
