import SensorFilters
import SensorModel
import Testing

struct MagneticPerturbationDetectorTests {
    private func parameters(_ detection: MagneticDetection, strength: Double? = 50) -> DisturbanceRejection {
        var parameters = DisturbanceRejection()
        parameters.magneticDetection = detection
        parameters.magneticThreshold = 10
        parameters.fieldStrength = strength
        parameters.magneticWait = 0.25
        return parameters
    }

    private func decisions(_ detector: MagneticPerturbationDetector, _ strengths: [Double]) -> [Bool] {
        var detector = detector
        return strengths.map { detector.accepts($0, after: 0.125) }
    }

    @Test func `A sample is used while its strength differs by less than the threshold`() {
        let detector = MagneticPerturbationDetector(parameters(.detect))
        #expect(
            decisions(detector, [50, 59.5, 60, 61, 40.5, 40, 50]) == [true, true, false, false, true, false, true]
        )
    }

    @Test(arguments: [MagneticDetection.wait, .repeat])
    func `After a perturbation, samples are used again once the waiting time has passed`(_ kind: MagneticDetection) {
        let detector = MagneticPerturbationDetector(parameters(kind))
        #expect(decisions(detector, [50, 80, 50, 50, 50]) == [true, false, false, true, true])
        // A perturbation while waiting starts the time again.
        #expect(decisions(detector, [80, 50, 80, 50, 50]) == [false, false, false, false, true])
    }

    @Test func `Without a known strength, the first sample gives it`() {
        let detector = MagneticPerturbationDetector(parameters(.detect, strength: nil))
        #expect(decisions(detector, [80, 85, 50]) == [true, true, false])
    }
}

struct RecentStepsTests {
    @Test func `Steps are removed once they began longer ago than the duration`() {
        var steps = RecentSteps<Int>(lasting: 0.5)
        for number in 0..<100 {
            steps.append(number, over: 0.125)
            // Four intervals of 0.125 s are 0.5 s.
            #expect(Array(steps.elements) == Array(max(0, number - 3)...number))
        }
        steps.reset()
        #expect(Array(steps.elements).isEmpty)
    }
}
