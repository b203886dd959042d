/** Reads the artifacts by their module names. */
module consumer {
  requires io.sluice.mover;
}
