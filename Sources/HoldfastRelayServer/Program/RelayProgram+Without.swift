#if os(Linux) && !Server
extension RelayProgram {
    /// Says that this build has no server.
    ///
    /// - Throws: ``RelayFailure`` with status 8.
    static func serve(_ arguments: RelayArguments) throws(RelayFailure) {
        throw RelayFailure(
            "this program was built without the HTTP server; build it with 'swift build --traits"
                + " Server --product holdfast-relay'", exitStatus: 8)
    }
}
#endif
