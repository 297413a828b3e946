import ArgumentParser
import Evaluation
import Recordings
import SensorFilters

/// `sextant list`.
struct ListCommand: ParsableCommand {
    /// The subjects of lists.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case pipelines
        case systems
        case cameras
        case filters
        case estimators
        case formulas
        case layouts
        case metrics
        case scenarios
        case noises
        case references
    }

    private static let subjects = Subject.allCases.map(\.rawValue).joined(separator: ", ")

    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List \(Self.subjects)."
    )

    @Argument(help: ArgumentHelp("Subject of the list: \(ListCommand.subjects)."))
    var subject: Subject

    func run() throws {
        let listing = Listing(width: Terminal.width)
        switch subject {
        case .pipelines: try Terminal.print(listing.pipelines())
        case .systems: try Terminal.print(listing.systems())
        case .cameras: try Terminal.print(listing.cameras())
        case .filters: try Terminal.print(listing.filters())
        case .estimators: try Terminal.print(listing.estimators())
        case .formulas: try Terminal.print(listing.formulas())
        case .layouts: try Terminal.print(listing.layouts())
        case .metrics: try Terminal.print(listing.metrics())
        case .scenarios: try Terminal.print(listing.scenarios())
        case .noises: try Terminal.print(listing.noises())
        case .references: try Terminal.print(listing.references())
        }
    }
}
