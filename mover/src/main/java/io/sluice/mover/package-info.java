package io.sluice.mover;
