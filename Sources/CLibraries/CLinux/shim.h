#pragma once
/* Linux calls that Glibc's module map hides or that are variadic in C. Without _GNU_SOURCE: with it
   the C library's types differ from those of the other modules, which the importer refuses. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The C library's own declaration needs _GNU_SOURCE before the first system header, which a
   module cannot promise; the system call itself is the same. Flags: linux/memfd.h. */
static inline int holdfast_memfd_create(const char *name, unsigned int flags) {
    return (int)syscall(SYS_memfd_create, name, flags);
}

static inline int holdfast_prctl(int option, unsigned long value) {
    return prctl(option, value, 0UL, 0UL, 0UL);
}

/* getrandom(2), blocking until the pool is ready; answers the byte count or -errno, so that no
   other call can change errno in between. */
static inline long holdfast_getrandom(void *buffer, size_t count) {
    ssize_t got = getrandom(buffer, count, 0);
    return got >= 0 ? (long)got : -(long)errno;
}
