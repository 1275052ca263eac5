#if os(Linux) && SecretService
import CrashSupport
import Glibc
import HoldfastLinux
import Testing

/// A real gnome-keyring behind a program that hands calls on to it, and does to some of them what no
/// keyring can be made to do at the right moment.
final class ForwardedKeyring: @unchecked Sendable {
    // Safe although unchecked: a test starts, stops and asks it from one task at a time.
    /// The session of the keyring itself.
    let inner: Desktop
    /// The session in which the program is the keyring.
    let outer: Desktop
    private let process: ChildProcess

    /// What the program does with a prompt.
    enum Answer: String {
        /// Does what was asked for and says so.
        case done
        /// Says that a person declined.
        case dismissed
        /// Says nothing before it is dismissed.
        case silent
        /// Says nothing before it is dismissed, and then that it was done all the same.
        case late
        /// Never says anything.
        case deaf
        /// Ends.
        case dies
    }

    /// Starts both.
    ///
    /// - Parameters:
    ///   - inner: the keyring's session.
    ///   - members: which calls it answers with a prompt.
    ///   - answer: what it does with that.
    ///   - lockingAt: before which call of which member it locks the collection.
    /// - Throws: if either cannot be started.
    init(
        _ inner: Desktop, prompting members: [String] = [], _ answer: Answer = .done,
        lockingAt: (member: String, count: Int) = ("", 0)
    ) async throws {
        self.inner = inner
        outer = try await Desktop(withKeyring: false)
        process = try outer.start([
            "python3", "-u", "-c", Self.program, inner.address, outer.address,
            members.joined(separator: ","), answer.rawValue, lockingAt.member,
            String(lockingAt.count),
        ])
        guard try process.readLine() == "there" else {
            throw Desktop.ProgramFailed(program: "the forwarder")
        }
    }

    deinit {
        process.signal(SIGKILL)
        do { try process.wait() } catch { Issue.record(error) }
    }

    /// A store on it.
    func store(
        _ layout: SecretServiceLayout = .native, promptLimit: Duration = .seconds(20)
    ) throws -> SecretServiceStore {
        var configuration = try outer.configuration(layout)
        configuration.promptLimit = promptLimit
        return SecretServiceStore(configuration)
    }

    private static let program = """
        import os, sys
        from jeepney import (DBusAddress, HeaderFields as F, MessageType, new_error,
            new_method_call, new_method_return, new_signal)
        from jeepney.bus_messages import message_bus
        from jeepney.io.blocking import open_dbus_connection

        def join(address):
            os.environ['DBUS_SESSION_BUS_ADDRESS'] = address
            return open_dbus_connection('SESSION')

        inner, outer = join(sys.argv[1]), join(sys.argv[2])
        prompting, answer, locking, left = sys.argv[3].split(','), *sys.argv[4:6], int(sys.argv[6])
        SECRET = 'org.freedesktop.Secret.'
        NAME = 'org.freedesktop.secrets'
        LOGIN = '/org/freedesktop/secrets/collection/login'
        waiting = {}

        def hand_on(call):
            fields = call.header.fields
            place = DBusAddress(fields[F.path], NAME, fields.get(F.interface))
            return inner.send_and_get_reply(new_method_call(
                place, fields[F.member], fields.get(F.signature), call.body))

        def give(call, signature, *body):
            outer.send(new_method_return(call, signature, body))

        def complete(path, is_dismissed, result=('s', '')):
            place = DBusAddress(path, interface=SECRET + 'Prompt')
            outer.send(new_signal(place, 'Completed', 'bv', (is_dismissed, result)))

        def do(path):
            made = hand_on(waiting[path])
            is_item = made.header.fields[F.signature] == 'oo'
            complete(path, False, ('o', made.body[0]) if is_item else ('s', ''))

        outer.send_and_get_reply(message_bus.RequestName(NAME))
        print('there')
        while True:
            call = outer.receive()
            if call.header.message_type != MessageType.method_call: continue
            path, member = call.header.fields[F.path], call.header.fields[F.member]
            if path in waiting:
                give(call, '')
                if member == 'Prompt':
                    if answer == 'dies': os._exit(0)
                    if answer == 'done': do(path)
                    if answer == 'dismissed': complete(path, True)
                else:
                    if answer == 'late': do(path)
                    if answer == 'silent': complete(path, True)
                continue
            if member in prompting:
                prompt = '/prompt/%d' % len(waiting)
                waiting[prompt] = call
                if member == 'CreateItem': give(call, 'oo', '/', prompt)
                elif member == 'Delete': give(call, 'o', prompt)
                else: give(call, 'aoo', [], prompt)
                continue
            if member == locking:
                left -= 1
                if left == 0:
                    inner.send_and_get_reply(new_method_call(DBusAddress(
                        '/org/freedesktop/secrets', NAME, SECRET + 'Service'),
                        'Lock', 'ao', ([LOGIN],)))
            reply = hand_on(call)
            signature = reply.header.fields.get(F.signature, '')
            if reply.header.message_type == MessageType.error:
                name = reply.header.fields[F.error_name]
                outer.send(new_error(call, name, signature, reply.body))
            else:
                outer.send(new_method_return(call, signature, reply.body))
        """
}
#endif
