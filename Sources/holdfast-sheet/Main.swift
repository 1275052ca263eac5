import HoldfastCLI

@main
struct Main {
    static func main() async {
        await CommandLineTool.main(as: .sheet(.builtIn))
    }
}
