import Glibc
import HoldfastCLI

@main
struct Main {
    static func main() async {
        // Before anything else: no secret may be in memory that could still be dumped.
        let start = StartState.harden()
        exit(
            await CommandLineTool.run(
                arguments: start.arguments, environment: .ofProcess(), start: start))
    }
}
