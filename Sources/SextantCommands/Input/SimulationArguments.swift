import Foundation
import Recordings
import SensorModel
import SensorSimulation

/// The parsing of options that describe a simulation.
enum SimulationArguments {
    /// Parses a duration in seconds, as a number with an optional unit. Returns `nil` for a missing text.
    ///
    /// - Throws: `UsageError` for a text that is not a duration.
    static func duration(_ text: String?) throws -> Seconds? {
        guard let text else { return nil }
        let descriptor = ParameterDescriptor.number(
            "duration",
            .seconds,
            in: Setting.duration.range,
            default: nil,
            "Duration of the recording."
        )
        do {
            guard case .number(let value) = try descriptor.parse(text) else { return nil }
            return value
        } catch {
            throw UsageError("--duration: \(error)")
        }
    }

    /// Checks the number of samples of a simulation.
    ///
    /// - Throws: `UsageError` for a simulation with too many samples.
    static func checkLength(_ simulation: Simulation, inMemory: Bool) throws {
        do {
            try simulation.checkLength(inMemory: inMemory)
        } catch {
            throw UsageError("scenario '\(simulation.scenario.name)': \(error)")
        }
    }

    /// Returns the scenario that a text (SPEC) or a YAML file describes.
    ///
    /// - Throws: `UsageError` for an unknown scenario or parameter.
    static func scenario(_ specification: String, duration: Seconds?) throws -> Scenario {
        do {
            return try ScenarioCatalogue.scenario(specification, duration: duration)
        } catch {
            guard error.cause == .usage else { throw error }
            throw UsageError("scenario '\(specification)': \(error)")
        }
    }

    /// Returns a noise model by its name in the catalogue, or from a YAML file.
    ///
    /// - Throws: `UsageError` for an unknown name.
    static func noise(_ name: String) throws -> NoiseModel {
        do {
            return try NoiseCatalogue.noise(named: name)
        } catch {
            guard error.cause == .usage else { throw error }
            throw UsageError("--noise: \(error)")
        }
    }

    /// Sets sampling rates: `gyroscope=200` sets the rate of one stream; `200` sets the rates of accelerometer,
    /// gyroscope and magnetometer.
    ///
    /// - Throws: `UsageError` for an invalid rate, or for a stream that the noise model does not have.
    static func setRate(_ text: String, of noise: inout NoiseModel) throws {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        let digits = parts.last.map { $0.hasSuffix("Hz") ? $0.dropLast(2) : $0 } ?? ""
        guard parts.count <= 2, let rate = Double(digits), Setting.sampleRate.accepts(rate) else {
            throw UsageError(
                "--rate: '\(text)' is not STREAM=HZ or HZ, where HZ is a number \(Setting.sampleRate.range.words); "
                    + "write, for example, gyroscope=200"
            )
        }
        guard parts.count == 2 else {
            for stream in [StreamKind.accelerometer, .gyroscope, .magnetometer] { _ = noise.setRate(rate, of: stream) }
            return
        }
        let streamName = String(parts[0])
        let names = noise.streams.map(\.rawValue)
        guard let stream = StreamKind(rawValue: streamName), noise.setRate(rate, of: stream) else {
            let hint = NearestName.hint(for: streamName, among: names)
            throw UsageError(
                "--rate: the noise \(noise.name) describes no stream '\(streamName)'; "
                    + (hint ?? "use one of \(names.joined(separator: ", "))")
            )
        }
    }
}
