import Foundation
import Geodesy
import SensorModel
import Yams

/// The values from a recording's metadata file.
struct RecordingMetadata {
    var name: String?
    var source: String?
    var licence: String?
    var simulation: SimulationDescription?
    var declination: Angle?
    /// The recording's date as a decimal year.
    var year: Double?
    /// The path of the calibration file, relative to the recording's folder.
    var calibration: String?
    var origin: GeodeticPosition?
    var clockOffset: Seconds = 0
    var clockOffsets: [StreamKind: Seconds] = [:]
    var attitudeNorth: EarthFrame.North?
    /// The time intervals in which errors are evaluated, or `nil` for all times.
    var evaluated: [ClosedRange<Seconds>]?
    var excluded: [ClosedRange<Seconds>] = []
    var excludedReference: [ClosedRange<Seconds>] = []

    private var root: YAMLMapping?

    init() {}

    /// Returns the text at a path of keys that are separated by dots, or `nil` if the path does not exist.
    func text(at path: String) -> String? {
        guard let value = try? root?.value(at: path) else { return nil }
        return try? value.text(path)
    }

    /// Reads the metadata file of the recording in `folder`.
    ///
    /// - Throws: `InputError` if the file is missing or invalid.
    init(layout: MetadataLayout, folder: RecordingFolder, fingerprint: Fingerprint) throws(InputError) {
        let file = try folder.member(layout.file)
        let text: [UInt8]
        do {
            text = try ByteSource.contents(of: file, fingerprint: fingerprint, access: .member)
        } catch {
            guard !error.isEnvironment else { throw error }
            throw InputError(
                file: file,
                message: "cannot read the metadata of \(folder.name): \(error.message)",
                advice: "add \(layout.file) to the recording, or choose another layout"
            )
        }
        let value = try file.hasSuffix(".csv") ? .row(ofCSV: text, file: file) : YAMLValue(parsing: text, file: file)
        try read(value, layout, folder)
    }

    /// Reads the metadata that the layout itself contains, for a recording without a metadata file. Also reads the
    /// clock offset from the files that the layout names.
    ///
    /// - Throws: `InputError` if these metadata or one of these files are invalid.
    init(valuesOf layout: MetadataLayout, folder: RecordingFolder, fingerprint: Fingerprint) throws(InputError) {
        if let values = layout.values {
            try read(YAMLValue(parsing: Array(values.utf8), file: "the layout"), layout, folder, needsEntry: false)
        }
        for part in layout.offsetFiles where folder.has(part.file) {
            clockOffset += part.sign * (try Self.number(part, folder, fingerprint))
        }
    }

    private static func number(
        _ part: MetadataLayout.OffsetFile,
        _ folder: RecordingFolder,
        _ fingerprint: Fingerprint
    ) throws(InputError) -> Double {
        let file = try folder.member(part.file)
        let text = String(
            decoding: try ByteSource.contents(of: file, fingerprint: fingerprint, access: .member),
            as: UTF8.self
        )
        for line in text.split(whereSeparator: \.isNewline) {
            let sides = line.split(separator: "=", maxSplits: 1).map { String($0).trimmingCharacters(in: .whitespaces) }
            guard sides.count == (part.key == nil ? 1 : 2), part.key == nil || sides[0] == part.key else { continue }
            if let last = sides.last, let number = Double(last), Setting.clockOffset.accepts(number) { return number }
        }
        let place = part.key.map { " after '\($0) ='" } ?? ""
        throw InputError(
            file: file,
            message: "the file has no clock offset in seconds\(place)",
            advice: "restore the file, or choose another layout"
        )
    }

    private mutating func read(
        _ value: YAMLValue,
        _ layout: MetadataLayout,
        _ folder: RecordingFolder,
        needsEntry: Bool = true
    ) throws(InputError) {
        let root = try value.mapping("the metadata")
        self.root = root
        if !layout.knownKeys.isEmpty { try Self.checkKeys(of: root, layout) }
        for (item, path) in layout.paths {
            if let value = try root.value(at: path) { try read(item, value) }
        }
        guard let list = layout.list else { return }
        guard let entry = try Self.entry(in: root, list, layout.entryKey, folder, isNeeded: needsEntry) else { return }
        for (item, path) in layout.entryPaths {
            if let value = try entry.value(at: path) { try read(item, value) }
        }
    }

    /// Checks that a metadata file and its nested mappings contain only keys that the layout lists.
    private static func checkKeys(of root: YAMLMapping, _ layout: MetadataLayout) throws(InputError) {
        try root.allow(layout.knownKeys)
        let nested = layout.paths.values.map { $0.split(separator: ".").map(String.init) }.filter { $0.count == 2 }
        for (name, paths) in Dictionary(grouping: nested, by: \.[0]) {
            try root[name]?.mapping(name).allow(paths.map { $0[1] }.sorted())
        }
        guard let path = layout.paths[.origin] else { return }
        try root.value(at: path)?.mapping("origin").allow(["latitude", "longitude", "altitude"])
    }

    /// Returns the recording's entry in a list of the metadata file, or `nil` if the entry is missing and not needed.
    private static func entry(
        in root: YAMLMapping,
        _ list: String,
        _ key: String,
        _ folder: RecordingFolder,
        isNeeded: Bool
    ) throws(InputError) -> YAMLMapping? {
        guard let value = try root.value(at: list) else {
            throw root.value.error(
                message: "there is no list '\(list)' with an entry for '\(folder.name)'",
                advice: "add the list, or choose another layout"
            )
        }
        var names: [String] = []
        for item in try value.items(list) {
            let entry = try item.mapping("an entry of \(list)")
            let name = try entry.required(key).text(key)
            if name == folder.name { return entry }
            names.append(name)
        }
        guard isNeeded else { return nil }
        throw value.error(
            message: "no entry of the list '\(list)' has the \(key) '\(folder.name)'",
            advice: NearestName.hint(for: folder.name, among: names) ?? "add an entry, or rename the folder"
        )
    }

    private mutating func read(_ item: MetadataLayout.Item, _ value: YAMLValue) throws(InputError) {
        let key = item.rawValue
        switch item {
        // Control characters are removed, because reports print these texts.
        case .name: name = try value.text(key).withoutControlCharacters
        case .source: source = try value.text(key).withoutControlCharacters
        case .licence: licence = try value.text(key).withoutControlCharacters
        case .simulation: simulation = try SimulationDescription(value)
        case .declination: declination = Angle(degrees: try value.number(Setting.declination))
        case .date: year = try Self.year(value)
        case .calibration: calibration = try value.text(key)
        case .origin: origin = try Self.position(value)
        case .clockOffset: clockOffset = try value.number(Setting.clockOffset)
        case .clockOffsets: clockOffsets = try Self.offsets(value)
        case .attitudeNorth:
            attitudeNorth = try value.choice(key, ["true": EarthFrame.North.trueNorth, "magnetic": .magnetic])
        case .evaluate: evaluated = try Self.intervals(value, key)
        case .exclude: excluded = try Self.intervals(value, key)
        case .excludeReference: excludedReference = try Self.intervals(value, key)
        }
    }

    private static func year(_ value: YAMLValue) throws(InputError) -> Double {
        let text = try value.text("date")
        guard let year = DecimalYear.year(parsing: String(text.prefix { $0 != "T" && $0 != " " })) else {
            throw value.error(message: "'\(text)' is not a date", advice: "write, for example, 2026-05-31")
        }
        return year
    }

    private static func position(_ value: YAMLValue) throws(InputError) -> GeodeticPosition {
        let mapping = try value.mapping("origin")
        let latitude = try mapping.required("latitude").number("latitude")
        let longitude = try mapping.required("longitude").number("longitude")
        let position = GeodeticPosition(
            latitudeDegrees: latitude,
            longitudeDegrees: longitude,
            height: try mapping["altitude"]?.number(Setting.height) ?? 0
        )
        if let position { return position }
        throw value.error(
            message: "latitude \(latitude) is outside -90° to 90°",
            advice: "check that latitude and longitude are not swapped"
        )
    }

    private static func offsets(_ value: YAMLValue) throws(InputError) -> [StreamKind: Seconds] {
        let streams = try value.mapping("clockOffsets")
        try streams.allow(StreamKind.allCases.map(\.rawValue))
        var offsets: [StreamKind: Seconds] = [:]
        for (name, offset) in streams.all {
            if let kind = StreamKind(rawValue: name) { offsets[kind] = try offset.number(Setting.clockOffset) }
        }
        return offsets
    }

    private static func intervals(_ value: YAMLValue, _ key: String) throws(InputError) -> [ClosedRange<Seconds>] {
        try value.items(key).map { item throws(InputError) in try item.interval(key) }
    }
}

extension YAMLValue {
    /// Returns the first row of a CSV file as a mapping whose keys are the column names.
    fileprivate static func row(ofCSV text: [UInt8], file: String) throws(InputError) -> YAMLValue {
        var format = DelimitedFormat(comment: nil)
        format.headerRows = 0
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let rows = text[start...].withUnsafeBufferPointer { bytes -> (names: FirstRow, values: FirstRow)? in
            guard let names = try? FirstRow(bytes: bytes, isAtEnd: true, format: format) else { return nil }
            let remaining = UnsafeBufferPointer(rebasing: bytes[names.length...])
            guard let values = try? FirstRow(bytes: remaining, isAtEnd: true, format: format) else { return nil }
            return (names, values)
        }
        guard let rows else { throw InputError(noRowsIn: file) }
        var pairs: [(Node, Node)] = []
        for (name, value) in zip(rows.names.fields, rows.values.fields)
        where !pairs.contains(where: { $0.0 == Node(name) }) {
            pairs.append((Node(name), Node(value)))
        }
        return YAMLValue(file: file, node: .mapping(Node.Mapping(pairs)))
    }
}
