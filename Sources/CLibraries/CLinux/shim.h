#pragma once
/* Linux calls that Glibc's module map hides or that are variadic in C. Without _GNU_SOURCE: with it
   the C library's types differ from those of the other modules, which the importer refuses. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
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

/* Times as numbers: which module the members of timespec belong to depends on what else is imported,
   and Swift lets a file see the members only of modules that it names. */
static inline int64_t holdfast_nanoseconds_since_boot(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline int64_t holdfast_modified_nanoseconds(const struct stat *info) {
    return (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
}

/* Takes a pending signal of a set away without waiting; answers its number or -1. */
static inline int holdfast_take_pending_signal(const sigset_t *signals) {
    struct timespec immediately = {0, 0};
    return sigtimedwait(signals, NULL, &immediately);
}

/* Has the disk begin with a file's bytes, and waits for nothing. Where a number of 64 bits takes two
   registers the call's arguments stand otherwise; there it does nothing. 2 is
   SYNC_FILE_RANGE_WRITE, which Glibc hides like the call. */
static inline void holdfast_begin_sync(int file, int64_t place, int64_t count) {
#if defined(__LP64__) && defined(SYS_sync_file_range)
    syscall(SYS_sync_file_range, file, place, count, 2);
#else
    (void)file, (void)place, (void)count;
#endif
}
