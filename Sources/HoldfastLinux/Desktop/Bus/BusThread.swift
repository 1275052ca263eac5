#if os(Linux) && Desktop
import Glibc

/// The thread of a connection.
enum BusThread {
    /// What the thread is given.
    private final class Start: Sendable {
        let place: BusPlace
        let mailbox: BusMailbox

        init(_ place: BusPlace, _ mailbox: BusMailbox) {
            self.place = place
            self.mailbox = mailbox
        }
    }

    /// Starts a thread that connects and serves a mailbox until it is told to close.
    ///
    /// - Throws: `noBus` with the system's number if there can be no thread.
    static func start(_ place: BusPlace, _ mailbox: BusMailbox) throws(BusFailure) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let start = Unmanaged.passRetained(Start(place, mailbox))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                BusThread.serve(start.place, start.mailbox)
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .noBus(code)
        }
    }

    private static func serve(_ place: BusPlace, _ mailbox: BusMailbox) {
        // Signals are for the threads that wait for them.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        do throws(BusFailure) {
            let loop = BusLoop(try BusConnection(place), mailbox)
            loop.run()
        } catch {
            mailbox.end(error)
        }
    }
}
#endif
