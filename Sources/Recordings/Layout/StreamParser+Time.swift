import SensorModel

extension StreamParser {
    private static let notations: KeyValuePairs<String, StampNotation> = [
        "s": .number(nanoseconds: 1_000_000_000), "ms": .number(nanoseconds: 1_000_000),
        "us": .number(nanoseconds: 1000), "ns": .number(nanoseconds: 1), "datetime": .dateTime, "clock": .clock,
    ]

    func time(hasHeader: Bool) throws(InputError) -> TimeLayout {
        let time = try keys.required("time").mapping("time")
        try time.allow(["column", "unit", "origin", "rate", "unix", "clockOffset"])
        let source: TimeLayout.Source
        if let rate = time["rate"] {
            source = try rateSource(rate, time)
        } else {
            source = .column(try timeColumn(time, hasHeader: hasHeader))
        }
        return TimeLayout(
            source: source,
            origin: try origin(time, source),
            unixColumn: try unixColumn(time, hasHeader: hasHeader),
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

    private func unixColumn(_ time: YAMLMapping, hasHeader: Bool) throws(InputError) -> TimeLayout.Column? {
        guard let value = time["unix"] else { return nil }
        let keys = try value.mapping("unix")
        try keys.allow(["column", "unit"])
        return try timeColumn(keys, hasHeader: hasHeader)
    }
}
