import Pipelines
import SensorModel
import Testing

struct RefreshScheduleTests {
    private static func east(_ degrees: Double) throws -> GeographicPoint {
        try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: degrees))
    }

    @Test func `Each load restarts the timer`() throws {
        var schedule = RefreshSchedule(time: 10, distance: 100)
        schedule.start(at: 0)
        try schedule.process(Self.east(0), at: 0)
        // 111 m: a load at 4 s, and the next one by time at 14 s, not at 10 s.
        try schedule.process(Self.east(0.001), at: 4)
        schedule.advance(to: 13.9)
        #expect(schedule.loads.map(\.time) == [0, 4])
        schedule.advance(to: 24)
        #expect(schedule.loads.map(\.time) == [0, 4, 14, 24])
        #expect(schedule.loads.map(\.cause) == [.start, .distance, .time, .time])
    }

    /// There and back: the path is 178 m long, but the straight line from the last load never exceeds 89 m.
    @Test func `The distance is the straight line from the last load, not the path length`() throws {
        var schedule = RefreshSchedule(time: nil, distance: 100)
        schedule.start(at: 0)
        for (time, degrees) in [(0.0, 0.0), (1, 0.000_4), (2, 0.000_8), (3, 0.000_4), (4, 0)] {
            try schedule.process(Self.east(degrees), at: time)
        }
        #expect(schedule.loads.map(\.time) == [0])
    }

    @Test func `Without time and distance there is one load`() throws {
        var schedule = RefreshSchedule(time: nil, distance: nil)
        try schedule.process(Self.east(0), at: 5)
        try schedule.process(Self.east(50), at: 6)
        schedule.advance(to: 1e9)
        #expect(schedule.loads.map(\.time) == [5] && schedule.loads.map(\.cause) == [.start])
    }

    /// A load by time between two fixes is at the position of the earlier fix.
    @Test func `A load by time moves the origin of the distance`() throws {
        var schedule = RefreshSchedule(time: 10, distance: 100)
        schedule.start(at: 0)
        try schedule.process(Self.east(0), at: 0)
        try schedule.process(Self.east(0.000_8), at: 9)
        // 89 m from the load at 10 s, and 178 m from the load at 0 s.
        try schedule.process(Self.east(0.001_6), at: 11)
        #expect(schedule.loads.map(\.time) == [0, 10])
    }
}
