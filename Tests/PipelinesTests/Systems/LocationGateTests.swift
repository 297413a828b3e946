import Pipelines
import SensorModel
import Testing

struct LocationGateTests {
    private static func fix(_ accuracy: Metres?, latitude: Double = 48) -> LocationFix {
        LocationFix(
            latitude: Angle(degrees: latitude),
            longitude: Angle(degrees: 10),
            horizontalAccuracyMetres: accuracy
        )
    }

    @Test func `A fix is dropped if it is less accurate than the last one plus 200 m each second`() {
        var gate = LocationGate(maximumSpeed: 200)
        var admitted: [Bool] = []
        // 10 m; 10 + 200 < 500; 10 + 2 · 200 ≥ 300; 300 + 200 = 500, which is accepted; 500 + 200 < 701.
        for (time, accuracy) in [(0.0, 10.0), (1, 500), (2, 300), (3, 500), (4, 701)] {
            let isAdmitted = gate.admits(Self.fix(accuracy), at: time)
            admitted.append(isAdmitted)
        }
        #expect(admitted == [true, false, true, true, false])
        #expect(gate.dropped == 2)
    }

    @Test func `Without a speed every valid fix in the order of time is accepted`() {
        var gate = LocationGate()
        let fixes = [(0.0, Self.fix(5)), (1, Self.fix(3_000)), (1, Self.fix(5)), (2, Self.fix(5, latitude: 91))]
        var admitted: [Bool] = []
        for (time, fix) in fixes {
            let isAdmitted = gate.admits(fix, at: time)
            admitted.append(isAdmitted)
        }
        #expect(admitted == [true, true, false, false])
        #expect(gate.unusable == 2)
        #expect(gate.dropped == 0)
    }

    @Test func `A fix without accuracy is accepted and does not limit later ones`() {
        var gate = LocationGate(maximumSpeed: 200)
        var admitted: [Bool] = []
        for (time, accuracy) in [(0.0, 10.0), (1, nil), (2, 9_000)] {
            let isAdmitted = gate.admits(Self.fix(accuracy), at: time)
            admitted.append(isAdmitted)
        }
        #expect(admitted == [true, true, true])
    }

    @Test func `A fix closer than the report distance to the last reported one is dropped`() {
        var gate = LocationGate(reportDistance: 10)
        // A minute of latitude is 1853 m: 6 m each second.
        let reported = (0..<7).filter { second in
            gate.admits(Self.fix(5, latitude: 48 + Double(second) * 6 / 111_195), at: Double(second))
        }
        // 0, 12, 24 and 36 m.
        #expect(reported == [0, 2, 4, 6])
        #expect(gate.near == 3 && gate.dropped == 0)
    }
}
