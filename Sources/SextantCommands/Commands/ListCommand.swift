import ArgumentParser
import Evaluation
import Experiments
import Geodesy
import Pipelines
import Recordings
import SensorFilters
import SensorModel
import SensorSimulation

/// `sextant list`.
struct ListCommand: ParsableCommand {
    /// The subject of a list.
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

    func run() throws {
        let listing = Listing(width: Terminal.width)
        switch subject {
        case .pipelines: try Terminal.print(listing.pipelines())
        case .locations: try Terminal.print(listing.locations())
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

/// The lists that `sextant list` prints.
struct Listing {
    let width: Int

    func pipelines() -> String {
        let presets = PresetCatalogue.presets.map { preset in
            item(preset.name, [preset.summary, "Same as: \(preset.specification)", "Source: \(preset.source)."], [])
        }
        let stages = StreamStageCatalogue.entries.map { entry in
            let needs = entry.sensors.map(\.rawValue).joined(separator: ", ")
            return item(
                "stage \(entry.name)",
                [entry.summary] + (needs.isEmpty ? [] : ["Needs: \(needs)."]) + ["Source: \(entry.source)."],
                entry.parameters
            )
        }
        return (presets + stages).joined(separator: "\n")
    }

    func locations() -> String {
        LocationStage.allCases.map { stage in
            let needs = stage.sensors.map(\.rawValue).joined(separator: ", ")
            return item(
                stage.rawValue,
                [stage.summary] + (needs.isEmpty ? [] : ["Needs: \(needs)."]) + ["Source: \(stage.source)."],
                stage.parameters
            )
        }.joined(separator: "\n")
    }

    func systems() -> String {
        let systems = SystemCatalogue.declarations.map { system in
            let constants = system.constants.map { constant in
                let name = "\(constant.stage.rawValue).\(constant.name)=\(constant.text)"
                return "    " + wrapped("\(name): \(constant.source)", indent: 6)
            }
            let lead = item(system.name, [system.summary, "Source: \(system.source)."], [])
            return ([lead + "  Orientation: \(system.orientation)"] + constants).joined(separator: "\n") + "\n"
        }
        let stages = SystemStage.allCases.map { item("stage \($0.rawValue)", [$0.summary], $0.parameters) }
        return (systems + stages).joined(separator: "\n")
    }

    func cameras() -> String {
        CameraCatalogue.entries.map { camera in
            let constants = camera.constants.map { constant in
                let name = "\(constant.stage.rawValue).\(constant.name)=\(constant.text)"
                return "    " + wrapped("\(name): \(constant.source)", indent: 6)
            }
            return item(camera.name, [camera.summary], []) + constants.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    func filters() -> String {
        CommandExtension.catalogue.stages.filters.map { entry in
            item(
                entry.name,
                [
                    entry.summary, "Domains: \(entry.domains.map(\.rawValue).joined(separator: ", ")).",
                    "Source: \(entry.source).",
                ],
                entry.parameters
            )
        }.joined(separator: "\n")
    }

    func estimators() -> String {
        CommandExtension.catalogue.stages.estimators.map { entry in
            item(
                entry.name,
                [entry.summary, "Needs: \(needs(of: entry))."]
                    + (entry.isOffline ? ["Offline: orientations depend on later samples."] : [])
                    + ["Source: \(entry.source)."],
                entry.parameters
            )
        }.joined(separator: "\n")
    }

    func formulas() -> String {
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
        }.joined(separator: "\n")
    }

    func layouts() -> String {
        CommandExtension.catalogue.layouts.layouts.map { layout in
            item(layout.name, [layout.summary, "Expects: \(layout.expects)"], [])
        }.joined(separator: "\n")
    }

    func scenarios() -> String {
        ScenarioCatalogue.entries.map { entry in
            item(
                entry.name,
                [entry.summary, "Duration: \(plain(entry.duration)) s, unless --duration is given."]
                    + (entry.source.map { ["Source: \($0)."] } ?? []),
                entry.parameters
            )
        }.joined(separator: "\n")
    }

    func noises() -> String {
        NoiseCatalogue.builtIn.map { noise in
            let streams = noise.streams.map { "\($0.rawValue) \(plain(noise.rate(of: $0))) Hz" }
            let chosen = noise.chosen.joined(separator: ", ")
            return item(
                noise.name,
                [noise.summary, "Streams: \(streams.joined(separator: ", ")).", "Source: \(noise.source)."]
                    + (chosen.isEmpty ? [] : ["Chosen for Sextant, without a source: \(chosen)."]),
                []
            )
        }.joined(separator: "\n")
    }

    func references() -> String {
        ReferenceCatalogue.references.map { reference in
            let title = "\"\(reference.title)\", \(reference.venue)."
            return item(
                reference.key,
                ["\(reference.authors.joined(separator: ", ")), \(reference.year).", title]
                    + (reference.locator.map { [$0.text] } ?? []),
                []
            )
        }.joined(separator: "\n")
    }

    func metrics() -> String {
        MetricGroup.allCases.map { group in
            let added = CommandExtension.catalogue.addedMetrics.filter { $0.group == group }
            let lines = (MetricCatalogue.metrics(in: group) + added).map { metric in
                "  " + padded(metric.name, to: 27) + wrapped(metric.summary, indent: 29)
            }
            return ([group.rawValue] + lines).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private func needs(of entry: EstimatorEntry) -> String {
        entry.sensors.map { sensor in
            sensor.rawValue + (sensor == .magnetometer && entry.isMagnetometerOptional ? " (optional)" : "")
        }.joined(separator: ", ")
    }

    private func item(_ name: String, _ sentences: [String], _ parameters: [ParameterDescriptor]) -> String {
        let column = (parameters.map(\.name.count).max() ?? 0) + 6
        let lines = sentences.map { "  " + wrapped($0, indent: 2) }
        let details = parameters.map { parameter in
            "    " + padded(parameter.name, to: column - 4) + wrapped(description(of: parameter), indent: column)
        }
        return ([name] + lines + details).joined(separator: "\n") + "\n"
    }

    private func description(of parameter: ParameterDescriptor) -> String {
        let standard: String
        switch parameter.defaultValue {
        case .number(let value): standard = "; default \(plain(value))"
        case .word(let word): standard = "; default \(word)"
        case nil: standard = ""
        }
        return "\(parameter.summary) (\(parameter.kind.text)\(standard))"
    }

    /// Returns the stated error of a formula, compared with the geodesic, as text.
    private func words(_ accuracy: StatedAccuracy) -> String {
        var parts: [String] = []
        if accuracy.relativeError > 0 { parts.append("\(rounded(accuracy.relativeError * 100)) %") }
        if accuracy.absoluteError > 0 { parts.append(length(accuracy.absoluteError)) }
        var limits: [String] = []
        if let longest = accuracy.longestDistance { limits.append("up to \(length(longest))") }
        let latitude = accuracy.highestLatitudeDegrees
        if latitude < 90 { limits.append("to \(plain(latitude))° latitude") }
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

    /// Returns a number with few digits. It is rounded to six decimals to hide the errors of binary fractions.
    private func rounded(_ value: Double) -> String { plain((value * 1e6).rounded() / 1e6) }

    private func plain(_ value: Double) -> String {
        DecimalText.exact(value)
    }

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
