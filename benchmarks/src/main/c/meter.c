/* SPDX-License-Identifier: Apache-2.0 */
/* meter: runs a command and says what it cost.
 *
 *   meter REPORT COMMAND [ARGUMENT...]
 *
 * Writes one line to REPORT when the command has ended: when it was forked and when it exited, in
 * seconds of the monotonic clock, CPU seconds (user and system, of it and of all children that it
 * waited for), peak resident KiB. Exits as the
 * command did, or with 128 + the signal that ended it; SIGTERM and SIGINT are handed on to it.
 * A JVM can not learn a child's resource usage, and this adds nothing to it but a fork.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile pid_t child;

static void hand_on(int signal) {
    if (child > 0) kill(child, signal);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t) {
    return t.tv_sec + t.tv_usec * 1e-6;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: meter REPORT COMMAND [ARGUMENT...]\n");
        return 2;
    }
    struct sigaction action = { .sa_handler = hand_on };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    double start = now();
    child = fork();
    if (child < 0) {
        perror("fork");
        return 126;
    }
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) { }
    double end = now();
    FILE *report = fopen(argv[1], "w");
    if (!report) {
        perror(argv[1]);
        return 126;
    }
    fprintf(report, "%.6f %.6f %.6f %ld\n", start, end,
            seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
    fclose(report);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
