/**
 * The {@code mover} command: what people and scripts see of the mover, and nothing that moves.
 *
 * <p>{@link io.sluice.mover.cli.Main} hands the arguments to one class a command ({@code
 * CopyCommand}, {@code ServeCommand}, {@code DemoCommand}), which turns options into the library's
 * {@code Options} and places, starts a {@code Transfer} and has {@code Follower} watch it: progress
 * to the terminal, the report at the end, and what to do when a signal comes. A new command is a
 * class and a line in {@code Main}.
 *
 * <p>Names of files are bytes here as everywhere. The JVM decodes arguments by the locale and loses
 * what is not valid in it, so {@code RawArguments} takes them from the kernel, as strings in which
 * each char stands for one byte; picocli passes them through untouched. What is printed goes the
 * same way back: see {@code ByteText}.
 */
package io.sluice.mover.cli;
