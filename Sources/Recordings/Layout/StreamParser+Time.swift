import SensorModel

extension StreamParser {
    private static let notations: KeyValuePairs<String, StampNotation> = [
        "s": .number(nanoseconds: 1_000_000_000), "ms": .number(nanoseconds: 1_000_000),
        "us": .number(nanoseconds: 1000), "ns": .number(nanoseconds: 1), "datetime": .dateTime, "clock": .clock,
    ]

    func time(hasHeader: Bool) throws(InputError) -> TimeLayout {
        let time = try keys.required("time").mapping("time")
        try time.allow(["column", "unit", "origin", "rate", "unix", "clockOffset", "wrap"])
        let source: TimeLayout.Source
        if let rate = time["rate"] {
            source = try rateSource(rate, time)
        } else {
            source = .column(try timeColumn(time, hasHeader: hasHeader))
        }
        let origin = try origin(time, source)
        return TimeLayout(
            source: source,
            origin: origin,
            unixColumn: try unixColumn(time, hasHeader: hasHeader),
            wrap: try wrap(time, source, origin),
            usesClockOffset: try time.flag("clockOffset") ?? false
        )
    }

    private func timeColumn(_ keys: YAMLMapping, hasHeader: Bool) throws(InputError) -> TimeLayout.Column {
        TimeLayout.Column(
            columns: try columnList(keys.required("column"), "column", hasHeader: hasHeader),
            notation: try keys["unit"]?.choice("unit", Self.notations) ?? .number(nanoseconds: 1_000_000_000)
        )
    }

    private func rateSource(_ value: YAMLValue, _ time: YAMLMapping) throws(InputError) -> TimeLayout.Source {
        var rate: Double?
        if !value.isList, Double(try value.text("rate")) != nil { rate = try value.number("rate") }
        let isPossible = rate.map(Setting.rowRate.accepts) ?? true
        guard isPossible, time["column"] == nil, time["unit"] == nil, time["origin"] == nil else {
            let others = isPossible ? " with a column, unit or origin" : ""
            throw value.error(
                found: "rate" + (rate.map { " \($0)" } ?? "") + others,
                expected: "rows per second, \(Setting.rowRate.range.words), and no other key",
                remedy: "correct it"
            )
        }
        if let rate { return .rate(rate) }
        return .rateColumn(try columnList(value, "rate", hasHeader: true))
    }

    /// The moment that times count from. Nanoseconds, dates and times of day are always read exactly, so `start` is an
    /// error for them.
    private func origin(_ time: YAMLMapping, _ source: TimeLayout.Source) throws(InputError) -> TimeLayout.Origin {
        guard case .column(let column) = source else { return .start }
        let usual: TimeLayout.Origin =
            switch column.notation {
            case .dateTime: .unix
            case .clock, .number(nanoseconds: 1): .boot
            case .number: .start
            }
        guard let value = time["origin"] else { return usual }
        let origin = try value.choice(
            "origin",
            ["start": TimeLayout.Origin.start, "boot": .boot, "unix": .unix, "gps": .gps]
        )
        guard origin != .start || usual == .start, column.notation != .dateTime || origin == .unix else {
            throw value.error(
                found: "origin '\(origin.rawValue)' for times in this unit",
                expected: "'\(usual.rawValue)'",
                remedy: "remove it"
            )
        }
        return origin
    }

    /// The time at which the clock starts again from zero, in the unit of its column.
    private func wrap(
        _ time: YAMLMapping,
        _ source: TimeLayout.Source,
        _ origin: TimeLayout.Origin
    ) throws(InputError) -> Int64? {
        guard let value = time["wrap"] else { return nil }
        let words = try value.text("wrap")
        if case .column(let column) = source, case .number(let nanoseconds) = column.notation, origin != .start,
            let count = Int64(words), count > 0, count <= StampText.limit / nanoseconds
        {
            return count * nanoseconds
        }
        throw value.error(
            found: "wrap '\(words)'",
            expected: "a positive integer, for times in s, ms, us or ns with an origin other than start",
            remedy: "correct it, or set 'origin: boot'"
        )
    }

    private func unixColumn(_ time: YAMLMapping, hasHeader: Bool) throws(InputError) -> TimeLayout.Column? {
        guard let value = time["unix"] else { return nil }
        let keys = try value.mapping("unix")
        try keys.allow(["column", "unit"])
        return try timeColumn(keys, hasHeader: hasHeader)
    }
}
