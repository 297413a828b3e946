import Pipelines
import RealModule
import SensorModel

extension ComputedFigureCatalogue {
    /// The low-pass of Geiger 2012, listing 6.4.
    private static let lowPass = "lowPass:alpha=0.1"

    static let areaSensors: [ComputedFigure] = [
        // Greatest age of an accelerometer sample at 90 Hz.
        ComputedFigure("area-interval", unit: "ms") { 1000.0 / 90 },
        // Lag of the listing's low-pass on a ramp, 30 Hz over 90 Hz.
        ComputedFigure("area-lag-30-over-90", unit: "×") { rampLag(rate: 30) / rampLag(rate: 90) },
        // White noise that the listing's low-pass leaves, 30 Hz over 90 Hz.
        ComputedFigure("area-noise-30-over-90", unit: "×") {
            ClaimNumbers.withoutRounding(noiseGain(rate: 30) / noiseGain(rate: 90))
        },
        // Amplitude that the listing's low-pass leaves of a walker's 1.9 steps per second at 90 Hz.
        ComputedFigure("area-gain-steps", unit: "%") { gain(frequency: 1.9) },
        // Amplitude that the listing's low-pass leaves of a hand's tremor of 10 Hz at 90 Hz.
        ComputedFigure("area-gain-tremor", unit: "%") { gain(frequency: 10) },
        // Accelerometer samples that listing 6.4 handles for each of its polls.
        ComputedFigure("area-handler-calls", unit: "×") { 90.0 / 30 },
        // Distance that a walker (1.35 m/s) covers between two fixes of one second.
        ComputedFigure("area-way-between-fixes", unit: "m") { 1.35 * 1 },
    ]

    /// Returns the lag of AREA's low-pass in milliseconds, after 20 s of a ramp of 1 per second.
    private static func rampLag(rate: Double) -> Double {
        let ramp = (0...Int(20 * rate)).map { Double($0) / rate }
        guard let last = ramp.last, let output = ClaimNumbers.outputs(lowPass, of: ramp, rate: rate).last else {
            return .nan
        }
        return (last - output) * 1000
    }

    /// Returns the factor by which AREA's low-pass multiplies the standard deviation of white noise.
    private static func noiseGain(rate: Double) -> Double {
        let impulse = [0.0, 1] + Array(repeating: 0, count: 1000)
        return ClaimNumbers.outputs(lowPass, of: impulse, rate: rate).reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Returns the gain of AREA's low-pass at this frequency, in per cent. The input lasts 20 s at a rate of 90 Hz. The
    /// gain is computed from the second half, which contains a whole number of periods.
    private static func gain(frequency: Double) -> Double {
        let phases = (0..<1800).map { 2 * Double.pi * frequency * Double($0) / 90 }
        let swing = ClaimNumbers.outputs(lowPass, of: phases.map { Double.sin($0) }, rate: 90)
        var (sine, cosine) = (0.0, 0.0)
        for index in 900..<1800 {
            sine += swing[index] * Double.sin(phases[index]) / 450
            cosine += swing[index] * Double.cos(phases[index]) / 450
        }
        return 100 * Double.hypot(sine, cosine)
    }

    static let areaEngine: [ComputedFigure] = [
        // Wrong places after asking for higher ids; the server has added 5 to its 250.
        ComputedFigure("area-update-additions", unit: "") {
            Double(wrongPlaces(Server(changes: 0, removals: 0), byIdentifierAlone: true))
        },
        // Wrong places after asking for higher ids; the server has added 5, changed 10 and removed 5.
        ComputedFigure("area-update-changes", unit: "") {
            Double(wrongPlaces(Server(changes: 10, removals: 5), byIdentifierAlone: true))
        },
        // The same with the changes since the last time stamp and the ids of removed places.
        ComputedFigure("area-update-complete", unit: "") {
            Double(wrongPlaces(Server(changes: 10, removals: 5), byIdentifierAlone: false))
        },
    ]

    /// A simulated server with 250 places. It adds five places, changes its first places, and removes the places after
    /// them.
    private struct Server {
        let changes: Int64
        let removals: Int64

        var before: [PlaceRecord] { (1...250).map { Self.record($0, changed: 0) } }
        var additions: [PlaceRecord] { (251...255).map { Self.record($0, changed: 1) } }
        var changed: [PlaceRecord] {
            changes == 0 ? [] : (1...changes).map { Self.record($0, changed: 1) }
        }
        var removed: [Int64] { removals == 0 ? [] : Array(changes + 1...changes + removals) }

        private static func record(_ identifier: Int64, changed: Int64) -> PlaceRecord {
            let place = PointOfInterest(name: "\(identifier), \(changed)", point: ClaimNumbers.ulm)
            let record = PlaceRecord(identifier: identifier, changed: changed, place: place)
            guard let record else { preconditionFailure("a place without altitude is a record") }
            return record
        }
    }

    /// Returns the number of places that differ between phone and server after an update.
    private static func wrongPlaces(_ server: Server, byIdentifierAlone: Bool) -> Int {
        var truth = MemoryPlaceStore()
        var phone = MemoryPlaceStore()
        _ = truth.apply(PlaceDelta(additions: server.before))
        _ = phone.apply(PlaceDelta(additions: server.before))
        let complete = PlaceDelta(
            additions: server.additions,
            changes: server.changed,
            removals: server.removed
        )
        _ = truth.apply(complete)
        _ = phone.apply(byIdentifierAlone ? PlaceDelta(additions: server.additions) : complete)
        let (have, want) = (Set(phone.records()), Set(truth.records()))
        return Set(have.symmetricDifference(want).map(\.identifier)).count
    }
}
