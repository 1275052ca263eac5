#pragma once
/* Linux calls that Glibc's module map hides (GNU extensions) or that are variadic in C. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library's own declaration needs _GNU_SOURCE before the first system header, which a
   module cannot promise; the system call itself is the same. Flags: linux/memfd.h. */
static inline int holdfast_memfd_create(const char *name, unsigned int flags) {
    return (int)syscall(SYS_memfd_create, name, flags);
}

static inline int holdfast_prctl(int option, unsigned long value) {
    return prctl(option, value, 0UL, 0UL, 0UL);
}
