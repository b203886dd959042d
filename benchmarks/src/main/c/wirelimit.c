/* SPDX-License-Identifier: Apache-2.0 */
/* wirelimit: the least work that moves a file between two processes over TCP.
 *
 *   wirelimit recv ADDRESS PORT FILE STREAMS [pwrite|splice|sink] [BUFFER_KIB]
 *   wirelimit send ADDRESS PORT FILE STREAMS [sendfile|copy]      [BUFFER_KIB]
 *
 * Each stream is one thread and one connection. The sender cuts the file into
 * extents of 16 MiB that the threads take in turn, and sends each by sendfile,
 * or by pread into a warm buffer and send. The receiver puts each where it
 * belongs by recv into a warm buffer and pwrite, by splice, or drops it (sink).
 * There is no checksum, no resume, no name and no durability: what a real
 * mover takes beyond this is the price of its features. The limit on a given
 * link is the better of the two ways to send.
 *
 * Build: cc -O2 -pthread -o wirelimit wirelimit.c
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define EXTENT (16ul << 20)
#define DIE(what) do { perror(what); exit(1); } while (0)

struct header { uint64_t offset, length; };

static int file_fd;
static uint64_t file_size, next_offset;
static const char *method;
static size_t buffer_size = 256 << 10;

static double now(void) {
    struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9;
}

static int read_fully(int fd, void *to, size_t n) {
    char *p = to;
    while (n) { ssize_t r = read(fd, p, n); if (r == 0) return 0; if (r < 0) DIE("read"); p += r; n -= r; }
    return 1;
}

static void *send_stream(void *arg) {
    int sock = (int)(intptr_t)arg;
    for (;;) {
        uint64_t at = __atomic_fetch_add(&next_offset, EXTENT, __ATOMIC_RELAXED);
        if (at >= file_size) break;
        struct header h = { at, file_size - at < EXTENT ? file_size - at : EXTENT };
        if (send(sock, &h, sizeof h, MSG_MORE) != sizeof h) DIE("send");
        off_t offset = at; uint64_t left = h.length;
        while (left && !strcmp(method, "sendfile")) { ssize_t s = sendfile(sock, file_fd, &offset, left); if (s <= 0) DIE("sendfile"); left -= s; }
        static __thread char *hot; if (!hot) hot = aligned_alloc(4096, buffer_size);
        while (left) {
            ssize_t r = pread(file_fd, hot, left < buffer_size ? left : buffer_size, offset); if (r <= 0) DIE("pread");
            for (ssize_t n = 0; n < r; ) { ssize_t s = send(sock, hot + n, r - n, 0); if (s <= 0) DIE("send"); n += s; }
            offset += r; left -= r;
        }
    }
    shutdown(sock, SHUT_WR);
    char end; if (read(sock, &end, 1)) DIE("end");
    return NULL;
}

static void *recv_stream(void *arg) {
    int sock = (int)(intptr_t)arg;
    struct header h;
    char *buffer = aligned_alloc(4096, buffer_size);
    int pipe_fd[2]; if (pipe(pipe_fd)) DIE("pipe"); fcntl(pipe_fd[1], F_SETPIPE_SZ, 1 << 20);
    while (read_fully(sock, &h, sizeof h)) {
        uint64_t done = 0;
        while (done < h.length) {
            uint64_t left = h.length - done; ssize_t r;
            if (!strcmp(method, "splice")) {
                off_t at = h.offset + done;
                r = splice(sock, NULL, pipe_fd[1], NULL, left < (1 << 20) ? left : (1 << 20), SPLICE_F_MOVE); if (r <= 0) DIE("splice in");
                for (ssize_t out = 0; out < r; ) { ssize_t w = splice(pipe_fd[0], NULL, file_fd, &at, r - out, SPLICE_F_MOVE); if (w <= 0) DIE("splice out"); out += w; }
            } else {
                r = recv(sock, buffer, left < buffer_size ? left : buffer_size, MSG_WAITALL); if (r <= 0) DIE("recv");
                if (strcmp(method, "sink")) for (ssize_t out = 0; out < r; ) { ssize_t w = pwrite(file_fd, buffer + out, r - out, h.offset + done + out); if (w <= 0) DIE("pwrite"); out += w; }
            }
            done += r;
        }
    }
    close(sock);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 6) { fprintf(stderr, "usage: wirelimit send|recv ADDRESS PORT FILE STREAMS [METHOD] [BUFFER_KIB]\n"); return 2; }
    int sending = !strcmp(argv[1], "send"), streams = atoi(argv[5]), one = 1;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[3])) };
    inet_pton(AF_INET, argv[2], &address.sin_addr);
    method = argc > 6 ? argv[6] : sending ? "sendfile" : "pwrite";
    if (argc > 7) buffer_size = (size_t)atoi(argv[7]) << 10;
    pthread_t thread[256];
    double start = now();
    if (sending) {
        file_fd = open(argv[4], O_RDONLY); if (file_fd < 0) DIE(argv[4]);
        struct stat st; fstat(file_fd, &st); file_size = st.st_size;
        for (int i = 0; i < streams; i++) {
            int sock = socket(AF_INET, SOCK_STREAM, 0);
            if (connect(sock, (void *)&address, sizeof address)) DIE("connect");
            pthread_create(&thread[i], NULL, send_stream, (void *)(intptr_t)sock);
        }
    } else {
        file_fd = open(argv[4], O_RDWR | O_CREAT, 0644); if (file_fd < 0) DIE(argv[4]);
        int listener = socket(AF_INET, SOCK_STREAM, 0);
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (bind(listener, (void *)&address, sizeof address) || listen(listener, 256)) DIE("listen");
        for (int i = 0; i < streams; i++) {
            int sock = accept(listener, NULL, NULL); if (sock < 0) DIE("accept");
            if (!i) start = now();
            pthread_create(&thread[i], NULL, recv_stream, (void *)(intptr_t)sock);
        }
    }
    for (int i = 0; i < streams; i++) pthread_join(thread[i], NULL);
    double seconds = now() - start;
    if (sending) printf("%.3f s  %.2f GiB/s\n", seconds, file_size / seconds / (1 << 30));
    return 0;
}
