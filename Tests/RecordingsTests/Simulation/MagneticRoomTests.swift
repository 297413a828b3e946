import Recordings
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// Tests of scenarios in rooms with steel.
struct MagneticRoomTests {
    static let rooms = [
        "laboratory", "laboratory:draw=2,variation=1.3uT,shielding=0", "office:draw=3", "corridor:carry=swinging",
        "corridor:carry=pocket,draw=2", "steel-hall", "robot-arm:variation=7",
    ]

    private static func simulation(_ room: String, duration: Seconds? = nil) throws -> Simulation {
        let scenario = try ScenarioCatalogue.scenario(room, duration: duration)
        return Simulation(scenario, noise: try NoiseCatalogue.noise(named: "none"), seed: 1)
    }

    /// Positions at an interval other than that of the scenario's own samples.
    private static func path(_ scenario: Scenario, interval: Seconds = 0.013) -> [Vector3] {
        stride(from: 0, to: scenario.duration, by: interval).map { scenario.motion.state(at: $0).position }
    }

    private static func mean(_ vectors: [Vector3]) -> Vector3 {
        vectors.reduce(.zero, +) * (1 / Double(vectors.count))
    }

    /// The relative difference between statistics of two samplings of one path.
    private static let samplingTolerance = 0.02

    @Test(arguments: rooms)
    func `The standard deviation of the field along the path equals the variation`(room: String) throws {
        let simulation = try Self.simulation(room)
        let place = simulation.place
        let fields = Self.path(simulation.scenario).map { place.field(at: $0) }
        let mean = Self.mean(fields)
        let variance = Self.mean(fields.map { Vector3(($0 - mean).dot($0 - mean), 0, 0) }).x
        guard case .number(let variation)? = simulation.scenario.parameters["variation"] else {
            Issue.record("the room has no variation")
            return
        }
        #expect(abs(variance.squareRoot() / variation - 1) < Self.samplingTolerance)
    }

    @Test func `The mean field in a laboratory is the Earth's field, without the part that the room removes`() throws {
        let simulation = try Self.simulation("laboratory:shielding=0.25")
        let (place, noise) = (simulation.place, simulation.noise)
        let mean = Self.mean(Self.path(simulation.scenario).map { place.field(at: $0) })
        let earth = noise.place.field(at: .zero) * 0.75
        // 2 % of the variation of 14 µT.
        #expect((mean - earth).length < Self.samplingTolerance * 14)
    }

    /// Differences over 0.2 mm in µT/m, for gradients of about 50 µT/m.
    private static let gradientTolerance = 1e-3

    @Test(arguments: rooms)
    func `The field has no curl and no divergence along the path`(room: String) throws {
        let simulation = try Self.simulation(room)
        let (place, step) = (simulation.place, 1e-4)
        func slope(_ point: Vector3, _ axis: Vector3) -> Vector3 {
            (place.field(at: point + axis * step) - place.field(at: point - axis * step)) * (0.5 / step)
        }
        for point in Self.path(simulation.scenario, interval: 1.7) {
            let (x, y, z) = (
                slope(point, Vector3(1, 0, 0)), slope(point, Vector3(0, 1, 0)), slope(point, Vector3(0, 0, 1))
            )
            #expect(abs(x.x + y.y + z.z) < Self.gradientTolerance)
            #expect(Vector3(y.z - z.y, z.x - x.z, x.y - y.x).length < Self.gradientTolerance)
        }
    }

    @Test(arguments: rooms)
    func `No magnet is closer to the path than 0.35 m`(room: String) throws {
        let simulation = try Self.simulation(room)
        let magnets = simulation.place.magnets
        #expect(!magnets.isEmpty)
        for point in Self.path(simulation.scenario) {
            #expect(magnets.allSatisfy { ($0.position - point).length >= 0.35 })
        }
    }

    @Test(arguments: ["laboratory", "office", "corridor", "steel-hall", "robot-arm"])
    func `A draw selects the motion and the magnets`(room: String) throws {
        let (first, same, other) = (
            try Self.simulation("\(room):draw=7", duration: 10), try Self.simulation("\(room):draw=7", duration: 10),
            try Self.simulation("\(room):draw=8", duration: 10)
        )
        #expect(Self.path(first.scenario) == Self.path(same.scenario))
        #expect(first.place == same.place)
        #expect(Self.path(first.scenario) != Self.path(other.scenario))
        #expect(first.place != other.place)
    }

    @Test func `The magnets of the room are added to those of the noise model`() throws {
        var noise = try NoiseCatalogue.noise(named: "none")
        let room = try ScenarioCatalogue.scenario("office", duration: 10)
        let without = Simulation(room, noise: noise, seed: 1).place
        noise.place = try NoiseParser.model(
            from: Array("noise: test\nplace: {magnets: [{at: [0, 2, 0], moment: [0, 1000, 0]}]}".utf8),
            file: "test.yaml"
        ).place
        let with = Simulation(room, noise: noise, seed: 1).place
        // Rounding of fields of up to 100 µT.
        let rounding = 1e-12
        let change = with.field(at: .zero) - without.field(at: .zero)
        #expect((change - (noise.place.field(at: .zero) - Self.earth)).length < rounding)
    }

    private static let earth = NoiseCatalogue.builtIn[0].place.field(at: .zero)
}
