package io.sluice.transport;
