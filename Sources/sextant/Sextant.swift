import ArgumentParser

@main
struct Sextant: ParsableCommand {
    func run() {}
}
