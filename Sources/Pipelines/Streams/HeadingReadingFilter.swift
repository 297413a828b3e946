import SensorModel

/// A filter of compass readings, which filters the magnetic and the true headings separately.
///
/// A heading that the filter skips is `nil` in the output. The reported accuracy is not changed.
struct HeadingReadingFilter: Sendable {
    private var magnetic: any Filter<Heading>
    private var trueNorth: any Filter<Heading>

    /// Creates a filter that filters magnetic and true headings with separate copies of `prototype`. The prototype must
    /// be in its initial state.
    init(_ prototype: any Filter<Heading>) {
        magnetic = prototype
        trueNorth = prototype
    }

    /// Processes a reading and returns the filtered reading, or `nil` if all of its headings are skipped.
    mutating func accept(_ reading: HeadingReading, at time: Seconds) -> HeadingReading? {
        // A reading without headings is passed on, so that the estimator can count it.
        guard reading.magnetic != nil || reading.trueNorth != nil else { return reading }
        var filtered = reading
        if let heading = reading.magnetic { filtered.magnetic = magnetic.accept(heading, at: time) }
        if let heading = reading.trueNorth { filtered.trueNorth = trueNorth.accept(heading, at: time) }
        return filtered.direction == nil ? nil : filtered
    }

    /// The counts of skipped true headings. If no true heading was usable, these are the counts of skipped magnetic
    /// headings, because estimators then use magnetic headings.
    var skips: SkipCounts { (trueNorth.intake.time == nil ? magnetic : trueNorth).intake.skips }
}
