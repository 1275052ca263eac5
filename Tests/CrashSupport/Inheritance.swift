import Glibc

/// What a child does not get from its parent.
package enum Inheritance {
    /// Closes in a child whatever its parent has open beside the standard streams.
    ///
    /// A connection that a library made in this process would otherwise be held open by the child.
    /// That a number is not open is no error (glibc, sysdeps/unix/sysv/linux/spawni.c).
    package static func close(_ actions: inout posix_spawn_file_actions_t) {
        for number: Int32 in 3..<256 { posix_spawn_file_actions_addclose(&actions, number) }
    }
}
