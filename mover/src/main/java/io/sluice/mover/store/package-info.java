/**
 * The only code that touches files. It calls the system itself, on directory descriptors and names
 * that are bytes, because {@code java.nio.file.Path} turns names into text by the locale and loses
 * those that are not valid in it, and because it can neither stay below a folder while links are
 * swapped, nor see holes, nor set what a faithful copy needs.
 *
 * <p>{@link io.sluice.mover.store.FileStore} is the way in. It opens sources and sinks through a
 * region: all that the user can reach, or what lies below exported folders, where the kernel itself
 * walks the path and refuses to leave ({@code openat2} with {@code RESOLVE_BENEATH}).
 *
 * <h2>How a file is written</h2>
 *
 * <p>Next to the target, in its folder, so that the last step can be a rename:
 *
 * <ol>
 *   <li>A journal is opened and locked. It is named by the target, and its lock keeps two copies
 *       from one target; the kernel drops the lock with the process.
 *   <li>A part is opened, named by the target and the version of the source, with mode 0600. Where
 *       the journal tells of another version, that one's part is removed: all starts over.
 *   <li>Room is taken for data that is announced, never for holes.
 *   <li>Extents are written at their places in any order. One that has arrived, was checked and was
 *       written is noted in the journal, by a record with its own check sum.
 *   <li>At the end the size is set, then owner, mode and time; all is made durable; the part is
 *       renamed over the target; the journal is removed; the folder is made durable.
 * </ol>
 *
 * <p>The journal is not made durable as it goes. After a power cut it may tell of bytes that never
 * reached the disk; so what it tells is a hint where to read and compare, never a proof.
 *
 * <h2>Trees</h2>
 *
 * <p>A {@link io.sluice.mover.store.Tree} is a folder and all below it, a {@link
 * io.sluice.mover.store.Folder} one of its folders. A folder is reached from its parent's
 * descriptor by its name alone, never through a link and never by a path; so a tree may be deeper
 * than a path can be long, and links that are swapped in lead nowhere. A bounded number of
 * descriptors stays open; one that was closed is opened again and must be the same folder.
 *
 * <p>A {@link io.sluice.mover.store.Walk} tells a {@link io.sluice.mover.store.Visitor} every
 * {@link io.sluice.mover.store.Entry}, with several threads, and keeps no more than a block of
 * names for each level. A {@link io.sluice.mover.store.Replica} makes entries: small files as
 * {@link io.sluice.mover.store.NewFile}s, which have no name until they are whole (on tmpfs and
 * ext4 as fast as files that are made under their name, and half the time of a file that is
 * renamed); big ones through sinks. {@link io.sluice.mover.store.Metadata} is what is carried
 * besides bytes.
 *
 * <p>A {@link io.sluice.mover.store.TreeWatch} hears from the kernel where a tree has changed, so
 * that a sync can go on with the {@link io.sluice.mover.store.Changes} alone.
 *
 * <p>A folder's own metadata comes last, by {@link io.sluice.mover.store.Replica#finish}: what is
 * made in it changes its time, and its mode may lock the maker out.
 */
package io.sluice.mover.store;
