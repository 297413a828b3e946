import Geodesy
import Pipelines
import SensorModel
import Testing

struct SystemReplayTests {
    /// Pixels. A few roundings of a screen's size.
    static let tolerance = 1e-9

    private static let ulm = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478)

    /// A place 1 km north of the device.
    private static func replay(_ system: String, rates: [SensorKind: Hertz] = [.attitude: 100]) throws -> SystemReplay {
        let ulm = try #require(ulm)
        let north = try #require(GreatCircle.destination(from: ulm.point, bearing: .zero, distance: 1_000))
        var replay = SystemReplay(
            try DescribedSystem(parsing: system),
            places: PlaceSet([PointOfInterest(name: "north", point: north)]),
            rates: rates,
            declination: nil
        )
        replay.place(at: ulm)
        return replay
    }

    private static func held(_ heading: Double) -> UnitQuaternion { ReferencePixels.orientation(heading, 0, 0) }

    @Test func `At a fixed rate a picture has the latest orientation`() throws {
        var replay = try Self.replay("ilocator")
        var pictures: [SystemFrame] = []
        // 100 samples a second from 3.007 s, each rotated by another 0.1°.
        let times = (0...100).map { 3.007 + Double($0) / 100 }
        for (index, time) in times.enumerated() {
            replay.process(SensorFrame(time: time, attitude: Self.held(Double(index) / 10))) { pictures.append($0) }
        }
        replay.finish(at: times[100]) { pictures.append($0) }
        let moments: [Seconds] = (0...5).map { 3.007 + Double($0) / 5 }
        #expect(pictures.map(\.time) == moments)
        for (number, picture) in pictures.enumerated() {
            let latest = times.lastIndex { $0 <= picture.time }
            let expected = Self.held(Double(try #require(latest)) / 10)
            #expect(picture.viewpoint.orientation.angle(to: expected).radians <= 1e-12, "picture \(number)")
        }
    }

    @Test func `With the loop 'sample' there is a picture for each sample`() throws {
        var replay = try Self.replay("ilocator:loop=sample")
        var times: [Seconds] = []
        for index in 0..<7 {
            replay.process(SensorFrame(time: Double(index) / 7, attitude: Self.held(0))) { times.append($0.time) }
        }
        let moments: [Seconds] = (0..<7).map { Double($0) / 7 }
        #expect(times == moments)
    }

    @Test func `Nothing is drawn before the first orientation and the first fix`() throws {
        let ulm = try #require(Self.ulm)
        var replay = SystemReplay(
            try DescribedSystem(parsing: "ilocator:rate=10Hz"),
            places: PlaceSet([]),
            rates: [.attitude: 10],
            declination: nil
        )
        var times: [Seconds] = []
        for index in 0...9 {
            if index == 4 { replay.process(LocationFix(ulm), at: 0.35) { times.append($0.time) } }
            replay.process(SensorFrame(time: Double(index) / 10, attitude: Self.held(0))) { times.append($0.time) }
        }
        #expect(times == (4...8).map { Double($0) / 10 })
    }

    @Test func `A fix moves the places from the next picture on`() throws {
        let ulm = try #require(Self.ulm)
        var replay = try Self.replay("ilocator:rate=10Hz")
        var pictures: [SystemFrame] = []
        let east = try #require(GreatCircle.destination(from: ulm.point, bearing: Angle(degrees: 90), distance: 100))
        let fix = LocationFix(try #require(GeodeticPosition(point: east, height: 478)))
        for index in 0...20 {
            if index == 11 { replay.process(fix, at: 0.505) { pictures.append($0) } }
            replay.process(SensorFrame(time: Double(index) / 20, attitude: Self.held(0))) { pictures.append($0) }
        }
        let across = pictures.compactMap { $0.places.first?.placement.point?.x }
        #expect(across.prefix(6).allSatisfy { abs($0 - 160) <= Self.tolerance })
        // 100 m to the left of 1 km ahead, in a focal length of 407 pixels; the sphere's 1 km is the ellipsoid's 1001 m.
        #expect(across.dropFirst(6).allSatisfy { abs($0 - (160 - 40.7)) < 0.2 })
        #expect(across.count == 10)
    }

    @Test func `A compass in whole degrees moves AREA's places by 480/56 pixels`() throws {
        var replay = try Self.replay("area-paper", rates: [.accelerometer: 90, .heading: 90])
        var across: [Double] = []
        // One degree a second to the right, across north.
        for index in 0..<(90 * 8) {
            let time = Double(index) / 90
            let frame = SensorFrame(
                time: time,
                accelerometer: Vector3(0, Gravity.standard, 0),
                heading: HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 356 + time), accuracy: nil)
            )
            replay.process(frame) { across.append($0.places[0].placement.point?.x ?? .nan) }
        }
        let steps = zip(across, across.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
        #expect(steps.count == 8)
        #expect(steps.allSatisfy { abs($0 + 480.0 / 56) <= Self.tolerance }, "\(steps)")
    }

    @Test(arguments: [40.0, -155])
    func `Yandex corrects the scene's yaw by fixes and draws a place ahead in the middle`(
        yaw: Double
    ) throws {
        let ulm = try #require(Self.ulm)
        let north = try #require(GreatCircle.destination(from: ulm.point, bearing: .zero, distance: 5_000))
        var replay = SystemReplay(
            try DescribedSystem(parsing: "yandex"),
            places: PlaceSet([PointOfInterest(name: "north", point: north)]),
            rates: [.pose: 10],
            declination: nil
        )
        let turn = SceneTurn(clockwise: Angle(degrees: yaw))
        let frame = LocalTangentFrame(at: ulm)
        var last: SystemFrame?
        for index in 0...600 {
            // 1.5 m/s to the south-east, with the camera facing north.
            let (time, way) = (Double(index) / 10, 0.15 * Double(index) * 0.5.squareRoot())
            let pose = Pose(
                position: SceneTurn(clockwise: Angle(degrees: -yaw)).rotate(Vector3(way, 0, way)),
                orientation: turn.orientation.conjugate * Self.held(0)
            )
            replay.process(pose, at: time) { last = $0 }
            if index % 10 == 0 {
                let position = try #require(frame.position(ofLocal: Vector3(way, -way, 0)).geodetic())
                var fix = LocationFix(position)
                fix.horizontalAccuracyMetres = 5
                replay.process(fix, at: time) { last = $0 }
            }
            replay.process(SensorFrame(time: time, accelerometer: Vector3(0, Gravity.standard, 0))) { last = $0 }
        }
        let picture = try #require(last)
        // Degrees: bearings on a sphere and on an ellipsoid differ by 0.1° to 0.2°.
        #expect(picture.viewpoint.orientation.angle(to: Self.held(0)).degrees < 0.3)
        // Metres: the same difference over the walk of at most 90 m.
        let walked = try #require(frame.position(ofLocal: Vector3(63.6, -63.6, 0)).geodetic())
        #expect(Geodesic().distance(from: picture.viewpoint.point, to: walked.point) < 0.5)
        // 64 m of 5 km to the left, f = 521: 6.6 pixels.
        let x = try #require(picture.places.first?.placement.point?.x)
        #expect(abs(x - (187.5 - 6.6)) < 3)
    }

    @Test func `AREA draws nothing while the acceleration along the camera is above 1 g`() throws {
        var replay = try Self.replay("area:start=sample", rates: [.accelerometer: 90, .heading: 10])
        var shown: [Int] = []
        for index in 0..<180 {
            let time = Double(index) / 90
            // From 1 s to 1.5 s the device accelerates along the camera by more than the low-pass removes.
            let push = index >= 90 && index < 135 ? -3 * Gravity.standard : 0
            let frame = SensorFrame(
                time: time,
                accelerometer: Vector3(0, Gravity.standard, push),
                heading: HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 0), accuracy: nil)
            )
            replay.process(frame) { shown.append($0.places.count) }
        }
        #expect(shown.count == 60)
        #expect(shown.prefix(30).allSatisfy { $0 == 1 })
        // 3 (1 − 0.9^n) is above 1 from n = 4: two pictures later.
        #expect(shown[32..<45].allSatisfy { $0 == 0 })
        // 3 · 0.9^n is below 1 from n = 11; the place is visible again when the camera's elevation is low enough.
        #expect(shown[59] == 1)
    }

    @Test func `An offset that moves with the device keeps single-precision errors small`() throws {
        let ulm = try #require(Self.ulm)
        let far = try #require(GreatCircle.destination(from: ulm.point, bearing: .zero, distance: 500_000))
        let here = try #require(GeodeticPosition(point: far, height: 478))
        let ahead = try #require(GreatCircle.destination(from: far, bearing: .zero, distance: 20))
        let exact = LocalTangentFrame(at: here, vertical: .geocentric)
            .local(try #require(GeodeticPosition(point: ahead, height: 478)))
        func error(_ offset: String) throws -> Metres {
            var replay = SystemReplay(
                try DescribedSystem(parsing: "ibetelgeuse:offset=\(offset)"),
                places: PlaceSet([PointOfInterest(name: "ahead", point: ahead)]),
                rates: [.accelerometer: 30, .magnetometer: 33],
                declination: nil
            )
            replay.place(at: ulm)
            replay.place(at: here)
            var view = try #require(replay.view)
            return (view.sight(of: 0).direction - exact).length
        }
        // Half a unit in the last place: 1 µm for 20 m, 16 mm for 500 km.
        #expect(try error("current") < 1e-5)
        #expect(try error("first") > 1e-4)
    }

    /// Bertram 2012: reported after each 10 m, fetched every 10 s.
    @Test func `A friend's marker shows the last report at the time of the last fetch`() throws {
        let ulm = try #require(Self.ulm)
        var replay = SystemReplay(
            try DescribedSystem(parsing: "ilocator:reportDistance=10m,fetchInterval=10s"),
            places: PlaceSet([]),
            rates: [.attitude: 10],
            declination: nil
        )
        var lag: [Metres] = []
        for index in 0...400 {
            // 1.5 m/s to the north, a fix each second: reports at 0, 10.5, 21, 31.5 m and so on.
            let (time, way) = (Double(index) / 10, 0.15 * Double(index))
            let here = try #require(GreatCircle.destination(from: ulm.point, bearing: .zero, distance: way))
            if index.isMultiple(of: 10) {
                replay.process(LocationFix(try #require(GeodeticPosition(point: here, height: 478))), at: time) { _ in }
            }
            replay.process(SensorFrame(time: time, attitude: Self.held(0))) { _ in }
            let seen = try #require(replay.view?.position)
            lag.append(try #require(Haversine().distance(from: seen.point, to: here)))
        }
        // Fetched at 10 s: 10.5 m of 15; at 20 s: 21 m of 30, at 30 s: 42 m of 45.
        for (index, expected) in [(99, 14.85), (100, 4.5), (199, 19.35), (200, 9.0), (300, 3.0)] {
            #expect(abs(lag[index] - expected) < 1e-3, "\(index): \(lag[index])")
        }
    }

    @Test func `Places beyond the radius are not shown, and others are sorted by distance`() throws {
        let ulm = try #require(Self.ulm)
        let places = try [900.0, 4_900, 300, 5_100].map { distance in
            let point = try #require(GreatCircle.destination(from: ulm.point, bearing: .zero, distance: distance))
            return PointOfInterest(name: "\(distance)", point: point)
        }
        for system in ["area:radius=5km", "ilocator:radius=5km", "gamaray:radius=5km"] {
            let system = try DescribedSystem(parsing: system)
            var view = PlaceView(
                PlaceSet(places),
                from: ulm,
                law: system.directionLaw,
                projection: system.projection,
                radius: system.radius,
                offset: .unmoved
            )
            #expect(view.visible(Self.held(0)).map(\.place) == [2, 0, 1])
        }
    }
}
