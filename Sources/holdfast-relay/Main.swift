import HoldfastRelayServer

@main
struct Main {
    static func main() {
        RelayProgram.main()
    }
}
