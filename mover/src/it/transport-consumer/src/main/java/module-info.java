/** Reads the artifact by its module name. */
module consumer {
  requires io.sluice.transport;
  requires io.netty.common;
  requires io.netty.transport;
}
