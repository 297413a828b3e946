import Pipelines
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Laws of all estimators that estimate with each sample. The tests run over the catalogue.
struct EstimatorLawTests {
    /// Radians. Limits and simplifications that apply to single axes have a small effect for another mounting.
    static let anisotropy = Angle(degrees: 0.5).radians

    private static let online = EstimatorCatalogue.entries.filter { !$0.isOffline }
    static let names = online.map(\.name)
    /// The estimators whose headings can be compared with north.
    static let ofNorth = online.filter { $0.north != .arbitrary }.map(\.name)
    static let ofGyroscope = online.filter { $0.advancedBy == [.gyroscope] }.map(\.name)

    private func fresh(_ name: String) throws -> any OrientationEstimator {
        let entry = try #require(EstimatorCatalogue.entry(named: name))
        return entry.make(try entry.values([:]))
    }

    @Test(arguments: ofNorth)
    func `The orientation is constant at rest`(_ name: String) throws {
        var estimator = try fresh(name)
        let truth = UnitQuaternion(angle: Angle(degrees: 70), axis: Vector3(0.6, 0, 0.8))
        for index in 0..<1_000 {
            let output = try estimator.output(for: Motion.frame(truth, rate: .zero, at: Double(index) * 0.01))
            #expect(output.angle(to: truth).radians < Tolerance.equations)
        }
    }

    @Test(arguments: names)
    func `A reset estimator equals a new one`(_ name: String) throws {
        var used = try fresh(name)
        for frame in Motion.noisy.prefix(100) { _ = used.update(with: frame) }
        _ = used.update(with: Motion.noisy[3])
        used.reset()
        #expect(used.skips == SkipCounts())
        var new = try fresh(name)
        for frame in Motion.noisy { #expect(used.update(with: frame) == new.update(with: frame)) }
    }

    @Test(arguments: names)
    func `A copy continues bit for bit`(_ name: String) throws {
        var original = try fresh(name)
        for frame in Motion.noisy.prefix(200) { _ = original.update(with: frame) }
        var copy = original
        for frame in Motion.noisy.dropFirst(200) { #expect(original.update(with: frame) == copy.update(with: frame)) }
    }

    @Test(arguments: ofNorth)
    func `A device rotated about Up has orientations rotated about Up`(_ name: String) throws {
        let turn = UnitQuaternion(angle: Angle(degrees: 130), axis: Vector3(0, 0, 1))
        var (here, there) = (try fresh(name), try fresh(name))
        for (truth, rate, time) in Motion.exact {
            let output = try here.output(for: Motion.frame(truth, rate: rate, at: time))
            let turned = try there.output(for: Motion.frame(turn * truth, rate: rate, at: time))
            #expect((turn * output).angle(to: turned).radians < Motion.difference(of: name, interval: 0.005))
        }
    }

    /// A compass reading refers to one axis of the device, so that another mounting changes what it measures.
    static let mountable = online.filter { !$0.sensors.contains(.heading) && $0.north != .arbitrary }.map(\.name)

    @Test(arguments: mountable)
    func `Another mounting of the sensors rotates the orientations`(_ name: String) throws {
        let mounting = UnitQuaternion(angle: Angle(degrees: 75), axis: Vector3(0.48, 0.6, 0.64))
        let entry = try #require(EstimatorCatalogue.entry(named: name))
        let tolerance = entry.isIsotropic ? Tolerance.equations : Self.anisotropy
        var (here, there) = (try fresh(name), try fresh(name))
        for frame in Motion.noisy {
            var mounted = frame
            mounted.accelerometer = frame.accelerometer.map(mounting.rotate)
            mounted.gyroscope = frame.gyroscope.map(mounting.rotate)
            mounted.magnetometer = frame.magnetometer.map(mounting.rotate)
            mounted.attitude = frame.attitude.map { $0 * mounting.conjugate }
            let output = try here.output(for: frame)
            let turned = try there.output(for: mounted)
            #expect((output * mounting.conjugate).angle(to: turned).radians < tolerance)
        }
    }

    @Test(arguments: ofNorth)
    func `The estimate follows exact sensors in motion`(_ name: String) throws {
        var estimator = try fresh(name)
        for (truth, rate, time) in Motion.exact {
            let output = try estimator.output(for: Motion.frame(truth, rate: rate, at: time))
            #expect(output.angle(to: truth).radians < Motion.error(of: name))
        }
    }

    static let ofAttitude = online.filter { $0.sensors.contains(.attitude) }.map(\.name)

    @Test(arguments: ofAttitude)
    func `The attitudes q and −q are equivalent`(_ name: String) throws {
        var (plain, renamed) = (try fresh(name), try fresh(name))
        for frame in Motion.noisy {
            var twin = frame
            twin.attitude = frame.attitude.map { -$0 }
            let (output, other) = (try plain.output(for: frame), try renamed.output(for: twin))
            #expect(output.angle(to: other).radians < Tolerance.rounding)
        }
    }

    @Test(arguments: names)
    func `One sample of each sensor determines an orientation`(_ name: String) throws {
        var estimator = try fresh(name)
        #expect(estimator.update(with: SensorFrame(time: 0)) == nil)
        #expect(estimator.update(with: Motion.noisy[0]) != nil)
    }

    @Test(arguments: names)
    func `Unusable samples never enter the state and are counted`(_ name: String) throws {
        var estimator = try fresh(name)
        let strange = [
            SensorFrame(time: 0, accelerometer: .zero), SensorFrame(time: 0, accelerometer: Vector3(.nan, 0, 1)),
            SensorFrame(time: 0, magnetometer: .zero), SensorFrame(time: 0, magnetometer: Vector3(0, .infinity, 1)),
            SensorFrame(time: 0, gyroscope: Vector3(.nan, 0, 1)),
            SensorFrame(time: 0, attitude: UnitQuaternion(unchecked: 0, 0, 0, 0)),
            SensorFrame(time: 0, attitude: UnitQuaternion(unchecked: .nan, 0, 0, 0)),
        ]
        for frame in strange { #expect(estimator.update(with: frame) == nil) }
        let entry = try #require(EstimatorCatalogue.entry(named: name))
        #expect(estimator.skips.leftOut == strange.count { frame in entry.sensors.contains { frame.holds($0) } })
        var undisturbed = try fresh(name)
        for (index, frame) in Motion.noisy.enumerated() {
            var odd = strange[index % strange.count]
            odd.time = frame.time
            _ = estimator.update(with: odd)
            #expect(estimator.update(with: frame) == undisturbed.update(with: frame))
        }
    }

    @Test(arguments: ofGyroscope)
    func `Repeated and backward times of the gyroscope are skipped and counted`(_ name: String) throws {
        var estimator = try fresh(name)
        for frame in Motion.noisy.prefix(50) { _ = estimator.update(with: frame) }
        let last = estimator.update(with: SensorFrame(time: 0))
        #expect(estimator.update(with: SensorFrame(time: Motion.noisy[49].time, gyroscope: Vector3(9, 9, 9))) == last)
        #expect(estimator.update(with: SensorFrame(time: 0, gyroscope: Vector3(9, 9, 9))) == last)
        #expect(estimator.skips.notLater == 2)
    }

    /// `selfCalibrating` keeps the bias and the offset across a gap.
    @Test(arguments: ofGyroscope.filter { $0 != "selfCalibrating" })
    func `A gap of the gyroscope restarts the estimator and is counted`(_ name: String) throws {
        var (estimator, new) = (try fresh(name), try fresh(name))
        for frame in Motion.noisy.prefix(200) { _ = estimator.update(with: frame) }
        for frame in Motion.noisy.dropFirst(200) {
            var late = frame
            late.time += 1.5
            #expect(estimator.update(with: late) == new.update(with: late))
        }
        #expect(estimator.skips.restarts == 1)
    }

    @Test(arguments: names)
    func `The output for any input is a finite unit quaternion`(_ name: String) throws {
        var estimator = try fresh(name)
        var generator = SeededGenerator(seed: 31)
        let sizes = [0, 1e-200, 1, 1e5, 1e200, .infinity, .nan]
        var (time, outputs) = (0.0, 0)
        for _ in 0..<5_000 {
            time += [0.01, 0.01, 1e-9, 0, -0.02, 0.9, 3].randomElement(using: &generator) ?? 0
            var frame = SensorFrame(time: time)
            let size = sizes.randomElement(using: &generator) ?? 0
            if Bool.random(using: &generator) { frame.accelerometer = generator.vector() * size }
            if Bool.random(using: &generator) { frame.gyroscope = generator.vector() * size }
            if Bool.random(using: &generator) { frame.magnetometer = generator.vector() * size }
            if Bool.random(using: &generator) {
                let heading = Heading(degrees: generator.number(in: 0...360) * size)
                frame.heading = HeadingReading(magnetic: heading, trueNorth: nil, accuracy: nil)
            }
            if Bool.random(using: &generator) { frame.attitude = UnitQuaternion(unchecked: size, 0, size, 0) }
            guard let output = estimator.update(with: frame) else { continue }
            outputs += 1
            #expect(abs(Quaternion(output).length - 1) < Tolerance.unitLength, "\(frame)")
        }
        #expect(outputs > 0)
    }
}
