import SextantCommands
import Study

@main
enum Main {
    static func main() async { await Sextant.main(extending: Study.commandExtension) }
}
