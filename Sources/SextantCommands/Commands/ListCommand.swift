import ArgumentParser
import Evaluation
import Experiments
import Geodesy
import Pipelines
import Recordings
import Reporting
import SensorFilters
import SensorModel
import SensorSimulation

struct ListCommand: ParsableCommand {
    /// A kind of item that `sextant list` can list.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case pipelines
        case locations
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

    @Argument(help: "Name of the entry to show (default: all entries).")
    var name: String?

    func run() throws {
        guard let name else { return try Terminal.print(entries.map(\.text).joined(separator: "\n")) }
        let entries = subject == .metrics ? Listing(width: Terminal.width).singleMetrics() : entries
        let found = entries.filter { $0.name == name }
        guard !found.isEmpty else {
            let hint = NearestName.hint(for: name, among: entries.map(\.name)) ?? "see 'sextant list \(subject)'"
            throw UsageError("unknown name '\(name)' in the list of \(subject); \(hint)")
        }
        try Terminal.print(found.map(\.text).joined(separator: "\n"))
    }

    private var entries: [Listing.Entry] {
        let listing = Listing(width: Terminal.width)
        return switch subject {
        case .pipelines: listing.pipelines()
        case .locations: listing.locations()
        case .systems: listing.systems()
        case .cameras: listing.cameras()
        case .filters: listing.filters()
        case .estimators: listing.estimators()
        case .formulas: listing.formulas()
        case .layouts: listing.layouts()
        case .metrics: listing.metrics()
        case .scenarios: listing.scenarios()
        case .noises: listing.noises()
        case .references: listing.references()
        }
    }
}

/// The lists that `sextant list` prints.
struct Listing {
    let width: Int

    /// A named part of a list.
    struct Entry {
        let name: String
        /// The lines of the entry, each with its line feed.
        var text: String
    }

    func pipelines() -> [Entry] {
        let presets = PresetCatalogue.presets.map { preset in
            item(preset.name, [preset.summary, "Same as: \(preset.specification)", "Source: \(preset.source)."], [])
        }
        let stages = StreamStageCatalogue.entries.map { entry in
            let needs = entry.sensors.map(\.rawValue).joined(separator: ", ")
            return item(
                entry.name,
                [entry.summary] + (needs.isEmpty ? [] : ["Needs: \(needs)."]) + ["Source: \(entry.source)."],
                entry.parameters,
                title: "stage \(entry.name)"
            )
        }
        return presets + stages
    }

    func locations() -> [Entry] {
        LocationStage.allCases.map { stage in
            let needs = stage.sensors.map(\.rawValue).joined(separator: ", ")
            return item(
                stage.rawValue,
                [stage.summary] + (needs.isEmpty ? [] : ["Needs: \(needs)."]) + ["Source: \(stage.source)."],
                stage.parameters
            )
        }
    }

    func systems() -> [Entry] {
        let systems = SystemCatalogue.declarations.map { system in
            var entry = item(system.name, [system.summary, "Source: \(system.source)."], [])
            entry.text += (["  Orientation: \(system.orientation)\n"] + lines(of: system.constants)).joined()
            return entry
        }
        let stages = SystemStage.allCases.map {
            item($0.rawValue, [$0.summary], $0.parameters, title: "stage \($0.rawValue)")
        }
        return systems + stages
    }

    func cameras() -> [Entry] {
        CameraCatalogue.entries.map { camera in
            var entry = item(camera.name, [camera.summary], [])
            entry.text += lines(of: camera.constants).joined()
            return entry
        }
    }

    private func lines(of constants: [SystemConstant]) -> [String] {
        constants.map { constant in
            let name = "\(constant.stage.rawValue).\(constant.name)=\(constant.text)"
            return "    " + wrapped("\(name): \(constant.source)", indent: 6) + "\n"
        }
    }

    func filters() -> [Entry] {
        CommandExtension.catalogue.stages.filters.map { entry in
            item(
                entry.name,
                [
                    entry.summary, "Domains: \(entry.domains.map(\.rawValue).joined(separator: ", ")).",
                    "Source: \(entry.source).",
                ],
                entry.parameters
            )
        }
    }

    func estimators() -> [Entry] {
        CommandExtension.catalogue.stages.estimators.map { entry in
            item(
                entry.name,
                [entry.summary, "Needs: \(needs(of: entry))."]
                    + (entry.isOffline ? ["Offline: orientations depend on later samples."] : [])
                    + ["Source: \(entry.source)."],
                entry.parameters
            )
        }
    }

    func formulas() -> [Entry] {
        CommandExtension.catalogue.formulas.map { entry in
            let symmetry = entry.isSymmetric ? "" : "; the reverse distance differs"
            return item(
                entry.name,
                [
                    entry.summary, "Valid: \(entry.validity).",
                    "Error: \(words(entry.accuracy)).",
                    "Returns: distance\(entry.givesBearing ? " and bearing" : "")\(symmetry).",
                    "Cost: \(entry.cost).",
                    "Source: \(entry.source).",
                ],
                []
            )
        }
    }

    func layouts() -> [Entry] {
        CommandExtension.catalogue.layouts.layouts.map { layout in
            item(layout.name, [layout.summary, "Expects: \(layout.expects)"], [])
        }
    }

    func scenarios() -> [Entry] {
        ScenarioCatalogue.entries.map { entry in
            item(
                entry.name,
                [entry.summary, "Duration: \(DecimalText.exact(entry.duration)) s, unless --duration is given."]
                    + (entry.source.map { ["Source: \($0)."] } ?? []),
                entry.parameters
            )
        }
    }

    func noises() -> [Entry] {
        NoiseCatalogue.builtIn.map { noise in
            let streams = noise.streams.map { "\($0.rawValue) \(DecimalText.exact(noise.rate(of: $0))) Hz" }
            let chosen = noise.chosen.joined(separator: ", ")
            return item(
                noise.name,
                [noise.summary, "Streams: \(streams.joined(separator: ", ")).", "Source: \(noise.source)."]
                    + (chosen.isEmpty ? [] : ["Chosen for Sextant, without a source: \(chosen)."]),
                []
            )
        }
    }

    func references() -> [Entry] {
        ReferenceCatalogue.references.map { reference in
            let title = "\"\(reference.title)\", \(reference.venue)."
            return item(
                reference.key,
                ["\(reference.authors.joined(separator: ", ")), \(reference.year).", title]
                    + (reference.locator.map { [$0.text] } ?? []),
                []
            )
        }
    }

    func metrics() -> [Entry] {
        MetricGroup.allCases.map { group in
            let lines = metrics(in: group).map { "  " + padded($0.name, to: 27) + wrapped($0.summary, indent: 29) }
            return Entry(name: group.rawValue, text: ([group.rawValue] + lines).joined(separator: "\n") + "\n")
        }
    }

    /// Returns a list of all metrics without the headings of their groups.
    func singleMetrics() -> [Entry] {
        MetricGroup.allCases.flatMap { group in metrics(in: group).map { item($0.name, [$0.summary], []) } }
    }

    private func metrics(in group: MetricGroup) -> [Metric] {
        MetricCatalogue.metrics(in: group) + CommandExtension.catalogue.addedMetrics.filter { $0.group == group }
    }

    private func needs(of entry: EstimatorEntry) -> String {
        entry.sensors.map { sensor in
            sensor.rawValue + (sensor == .magnetometer && entry.isMagnetometerOptional ? " (optional)" : "")
        }.joined(separator: ", ")
    }

    private func item(
        _ name: String,
        _ sentences: [String],
        _ parameters: [ParameterDescriptor],
        title: String? = nil
    ) -> Entry {
        let column = (parameters.map(\.name.count).max() ?? 0) + 6
        let lines = sentences.map { "  " + wrapped($0, indent: 2) }
        let details = parameters.map { parameter in
            "    " + padded(parameter.name, to: column - 4) + wrapped(description(of: parameter), indent: column)
        }
        return Entry(name: name, text: ([title ?? name] + lines + details).joined(separator: "\n") + "\n")
    }

    private func description(of parameter: ParameterDescriptor) -> String {
        let standard = parameter.defaultValue.map { "; default \($0.text)" } ?? ""
        return "\(parameter.summary) (\(parameter.kind.text)\(standard))"
    }

    /// Returns the stated error of a distance formula as text, such as `at most 0.5 %, up to 100 km`.
    private func words(_ accuracy: StatedAccuracy) -> String {
        var parts: [String] = []
        if accuracy.relativeError > 0 { parts.append("\(rounded(accuracy.relativeError * 100)) %") }
        if accuracy.absoluteError > 0 { parts.append(length(accuracy.absoluteError)) }
        var limits: [String] = []
        if let longest = accuracy.longestDistance { limits.append("up to \(length(longest))") }
        let latitude = accuracy.highestLatitudeDegrees
        if latitude < 90 { limits.append("to \(DecimalText.exact(latitude))° latitude") }
        let domain = limits.isEmpty ? "anywhere" : limits.joined(separator: " and ")
        return (parts.isEmpty ? "0" : "at most " + parts.joined(separator: " + ")) + ", " + domain
    }

    private func length(_ metres: Metres) -> String {
        switch metres {
        case 1000...: "\(rounded(metres / 1000)) km"
        case 0.1...: "\(rounded(metres)) m"
        case 1e-3...: "\(rounded(metres * 1e3)) mm"
        case 1e-6...: "\(rounded(metres * 1e6)) µm"
        default: "\(rounded(metres * 1e9)) nm"
        }
    }

    /// Returns a number as text, rounded to six decimals. Rounding hides the inaccuracy of binary fractions.
    private func rounded(_ value: Double) -> String { DecimalText.exact((value * 1e6).rounded() / 1e6) }

    private func padded(_ text: String, to length: Int) -> String {
        text + String(repeating: " ", count: max(1, length - text.count))
    }

    /// Returns the text wrapped at spaces to the width of the terminal. Lines after the first are indented.
    private func wrapped(_ text: String, indent: Int) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, indent + last.count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
