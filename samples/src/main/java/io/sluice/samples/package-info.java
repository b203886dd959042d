package io.sluice.samples;
