import SextantCommands

@main
enum Main {
    static func main() async { await Sextant.main() }
}
