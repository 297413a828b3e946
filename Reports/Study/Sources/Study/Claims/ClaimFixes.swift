import Evaluation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import SensorSimulation

/// A value that describes the filtered location fixes of a simulated scenario, for each seed.
///
/// The filter processes the horizontal positions of the fixes, one sample for each fix.
package struct ClaimFixes: Sendable {
    /// A value of the filtered positions.
    enum Figure: String, Sendable, Hashable, CaseIterable {
        /// The RMS error of the positions in metres, at the times of the fixes.
        case error = "error_m"
        /// The RMS change of the position error from fix to fix, in metres.
        case increment = "increment_m"
    }

    /// The properties that determine the values.
    struct Key: Hashable {
        let recordings: ClaimRecordings.Key
        let filter: String
        let figure: Figure
    }

    var recordings: ClaimRecordings
    /// The filter in the form of `--filter`, or an empty string for unfiltered fixes.
    var filter: String
    /// The filter in its initial state, or `nil` for unfiltered fixes.
    var chain: FilterChain<Vector3>?
    var figure: Figure

    var key: Key { Key(recordings: recordings.key, filter: filter, figure: figure) }

    /// Returns the value of each simulation, or the reason why it is missing. O(fixes) for each simulation.
    func values() -> [ClaimValue] {
        recordings.simulations.map { simulation in
            let errors = errors(in: simulation)
            let metres =
                switch figure {
                case .error: errors.lazy.map(\.length).rootMeanSquare
                case .increment: zip(errors, errors.dropFirst()).lazy.map { ($1 - $0).length }.rootMeanSquare
                }
            return metres.map { .number($0) } ?? .missing("the device has no fixes")
        }
    }

    /// Returns the horizontal errors of the filtered positions, east and north, in metres.
    private func errors(in simulation: Simulation) -> [Vector3] {
        // The random numbers of the fixes do not depend on other sensors, and the truth comes from the motion.
        var noise = simulation.noise
        (noise.accelerometer, noise.gyroscope, noise.magnetometer) = (nil, nil, nil)
        (noise.heading, noise.attitude, noise.pose) = (nil, nil, nil)
        noise.referenceRate = 1
        let origin = noise.place.origin
        let frame = LocalTangentFrame(at: origin)
        var chain = chain
        let recording = Simulation(simulation.scenario, noise: noise, seed: simulation.seed).recording()
        return zip(recording.location?.times ?? [], recording.location?.values ?? []).compactMap { time, fix in
            guard
                let point = fix.point,
                let position = GeodeticPosition(point: point, height: fix.altitudeMetres ?? origin.height)
            else { return nil }
            let measured = frame.local(position)
            let truth = simulation.scenario.motion.state(at: time).position
            let level = Vector3(measured.x, measured.y, 0)
            guard let output = chain == nil ? level : chain?.update(level, at: time) else { return nil }
            return output - Vector3(truth.x, truth.y, 0)
        }
    }
}
