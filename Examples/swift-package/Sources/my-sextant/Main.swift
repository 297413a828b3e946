import SextantCommands

@main
enum Main {
    static func main() async {
        await Sextant.main(
            extending: CommandExtension(
                tableKinds: [GravityTable.self],
                estimators: [.blend],
                filters: [.pairMean],
                metrics: [.withinTwoDegrees],
                formulas: [.cityBlock],
                layouts: [.stepLog]
            )
        )
    }
}
