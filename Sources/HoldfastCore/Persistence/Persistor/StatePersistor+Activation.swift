extension StatePersistor {
    /// Resumes whenever the app comes to the foreground or the device is unlocked; ends with the
    /// source or the task.
    ///
    /// - Parameter source: tells when.
    public func follow(_ source: any ActivationSource) async {
        for await _ in source.activations() {
            do throws(KeychainError) {
                try await resume()
            } catch {
                // Not lost: the status and telemetry say it, and the next event tries again.
            }
        }
    }
}
