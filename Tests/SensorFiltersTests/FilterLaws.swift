import SensorFilters
import SensorModel
import TestSupport
import Testing

/// A law for all kinds of values.
protocol FilterLaw {
    func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws
}

enum FilterLaws {
    struct Constant: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            for index in 0..<100 {
                let output = try filter.output(for: specimen.samples[0], at: specimen.time(index))
                #expect(specimen.distance(output, specimen.samples[0]) < Tolerance.rounding)
            }
        }
    }

    /// A constant input gives a constant output, which for a calibration may be another constant.
    struct Steady: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            let first = try filter.output(for: specimen.samples[0], at: 0)
            for index in 1..<100 {
                let output = try filter.output(for: specimen.samples[0], at: specimen.time(index))
                #expect(specimen.distance(output, first) < Tolerance.rounding)
            }
        }
    }

    struct Reset: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var used = fresh
            for (index, sample) in specimen.samples.prefix(50).enumerated() {
                _ = used.update(sample, at: specimen.time(index))
            }
            _ = used.update(specimen.samples[0], at: 0)
            used.reset()
            #expect(used.intake == Intake())
            var new = fresh
            for (index, sample) in specimen.samples.enumerated() {
                #expect(used.update(sample, at: specimen.time(index)) == new.update(sample, at: specimen.time(index)))
            }
        }
    }

    struct Copy: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var original = fresh
            let half = specimen.samples.count / 2
            for index in 0..<half { _ = original.update(specimen.samples[index], at: specimen.time(index)) }
            var copy = original
            for index in half..<specimen.samples.count {
                let (sample, time) = (specimen.samples[index], specimen.time(index))
                #expect(original.update(sample, at: time) == copy.update(sample, at: time))
            }
        }
    }

    struct Frame: FilterLaw {
        /// The iteration of the spherical mean stops at a change of 1e-6. With other signs or in another frame it may stop
        /// one iteration earlier or later.
        static let tolerance = 1e-8

        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var (here, there) = (fresh, fresh)
            for (index, sample) in specimen.samples.enumerated() {
                let output = try here.output(for: sample, at: specimen.time(index))
                let turned = try there.output(for: specimen.turned(sample), at: specimen.time(index))
                #expect(specimen.distance(specimen.turned(output), turned) < Self.tolerance)
            }
        }
    }

    struct Twins: FilterLaw {
        /// The iteration of the spherical mean stops at a change of 1e-6. With other signs or in another frame it may stop
        /// one iteration earlier or later.
        static let tolerance = 1e-8

        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var (plain, renamed) = (fresh, fresh)
            var generator = SeededGenerator(seed: 21)
            for (index, sample) in specimen.samples.enumerated() {
                let output = try plain.output(for: sample, at: specimen.time(index))
                let twin = Bool.random(using: &generator) ? specimen.twin(sample) : sample
                let other = try renamed.output(for: twin, at: specimen.time(index))
                #expect(specimen.distance(output, other) < Self.tolerance)
            }
        }
    }

    struct Few: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            #expect(fresh.intake == Intake())
            var filter = fresh
            #expect(filter.update(specimen.samples[0], at: 5) != nil)
            #expect(filter.intake.skips == SkipCounts())
        }
    }

    struct First: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            #expect(filter.update(specimen.samples[0], at: 5) == specimen.samples[0])
        }
    }

    struct Time: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            for index in 0..<20 { _ = filter.update(specimen.samples[index], at: specimen.time(index)) }
            var undisturbed = filter
            let last = try #require(filter.intake.output)
            #expect(filter.update(specimen.samples[150], at: specimen.time(19)) == last)
            #expect(filter.update(specimen.samples[150], at: specimen.time(3)) == last)
            #expect(filter.intake.skips.notLater == 2)
            let next = specimen.time(20)
            #expect(filter.update(specimen.samples[20], at: next) == undisturbed.update(specimen.samples[20], at: next))
        }
    }

    struct Unusable: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            for value in specimen.unusable { #expect(filter.update(value, at: 0) == nil) }
            for index in 0..<20 { _ = filter.update(specimen.samples[index], at: specimen.time(index)) }
            let last = try #require(filter.intake.output)
            for (index, value) in specimen.unusable.enumerated() {
                #expect(filter.update(value, at: specimen.time(20 + index)) == last)
            }
            #expect(filter.update(specimen.samples[0], at: .nan) == last)
            #expect(filter.intake.skips.leftOut == 2 * specimen.unusable.count + 1)
            var undisturbed = fresh
            for index in 0..<20 { _ = undisturbed.update(specimen.samples[index], at: specimen.time(index)) }
            let next = specimen.time(30)
            #expect(filter.update(specimen.samples[20], at: next) == undisturbed.update(specimen.samples[20], at: next))
        }
    }

    struct Gap: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            for index in 0..<50 { _ = filter.update(specimen.samples[index], at: specimen.time(index)) }
            // A filter without state ignores gaps.
            guard fresh.maximumGap.isFinite else {
                _ = filter.update(specimen.samples[50], at: 1e9)
                #expect(filter.intake.skips.restarts == 0)
                return
            }
            let late = specimen.time(50) + fresh.maximumGap
            var new = fresh
            for index in 50..<specimen.samples.count {
                let (sample, time) = (specimen.samples[index], late + specimen.time(index))
                #expect(filter.update(sample, at: time) == new.update(sample, at: time))
            }
            #expect(filter.intake.skips.restarts == 1)
        }
    }

    struct Anything: FilterLaw {
        func check<Value>(_ fresh: any Filter<Value>, _ specimen: Specimen<Value>) throws {
            var filter = fresh
            var generator = SeededGenerator(seed: 22)
            let strange = specimen.unusable + specimen.samples + specimen.samples.map(specimen.turned)
            var (time, outputs) = (0.0, 0)
            for _ in 0..<2_000 {
                time += [0.01, 0.01, 0.01, 1e-9, 0, -0.02, 3, .nan].randomElement(using: &generator) ?? 0
                if time.isNaN { time = Double(filter.intake.time ?? 0) }
                guard let output = filter.update(try #require(strange.randomElement(using: &generator)), at: time)
                else { continue }
                outputs += 1
                guard case .usable(let usable) = output.admitted else {
                    Issue.record("the output \(output) is not usable")
                    continue
                }
                #expect(usable == output)
            }
            #expect(outputs > 0)
        }
    }
}
