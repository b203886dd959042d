package io.sluice.benchmarks;
