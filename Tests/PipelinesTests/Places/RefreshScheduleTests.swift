import Pipelines
import SensorModel
import Testing

struct RefreshScheduleTests {
    private static func east(_ degrees: Double) throws -> GeographicPoint {
        try #require(GeographicPoint(latitudeDegrees: 0, longitudeDegrees: degrees))
    }

    @Test func `The timer starts anew with each load, whatever caused it`() throws {
        var schedule = RefreshSchedule(time: 10, distance: 100)
        schedule.start(at: 0)
        try schedule.process(Self.east(0), at: 0)
        // 111 m: a load at 4 s, and the next by time at 14 s, not at 10 s.
        try schedule.process(Self.east(0.001), at: 4)
        schedule.advance(to: 13.9)
        #expect(schedule.loads.map(\.time) == [0, 4])
        schedule.advance(to: 24)
        #expect(schedule.loads.map(\.time) == [0, 4, 14, 24])
        #expect(schedule.loads.map(\.cause) == [.start, .distance, .time, .time])
    }

    /// Out and back: the way is 178 m, the straight line from the last load never more than 89 m.
    @Test func `The distance is that from the last load, not the way`() throws {
        var schedule = RefreshSchedule(time: nil, distance: 100)
        schedule.start(at: 0)
        for (time, degrees) in [(0.0, 0.0), (1, 0.000_4), (2, 0.000_8), (3, 0.000_4), (4, 0)] {
            try schedule.process(Self.east(degrees), at: time)
        }
        #expect(schedule.loads.map(\.time) == [0])
    }

    @Test func `Without a rule a file is loaded once`() throws {
        var schedule = RefreshSchedule(time: nil, distance: nil)
        try schedule.process(Self.east(0), at: 5)
        try schedule.process(Self.east(50), at: 6)
        schedule.advance(to: 1e9)
        #expect(schedule.loads.map(\.time) == [5] && schedule.loads.map(\.cause) == [.start])
    }

    /// A load by time between two fixes was where the last fix is.
    @Test func `A load by time moves the place from which the distance counts`() throws {
        var schedule = RefreshSchedule(time: 10, distance: 100)
        schedule.start(at: 0)
        try schedule.process(Self.east(0), at: 0)
        try schedule.process(Self.east(0.000_8), at: 9)
        // 89 m after the load at 10 s, 178 m after that at 0 s.
        try schedule.process(Self.east(0.001_6), at: 11)
        #expect(schedule.loads.map(\.time) == [0, 10])
    }
}
