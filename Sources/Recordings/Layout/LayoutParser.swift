public import SensorModel

/// A parser of a ``Layout`` from its description in YAML. An unknown key or value is an error.
enum LayoutParser {
    /// Parses a layout.
    ///
    /// - Parameters:
    ///   - text: the description.
    ///   - file: the name of the description in messages.
    ///   - names: the names of files that may be outside the recording's folder; `nil`, as for built-in layouts, allows
    ///     all files.
    static func layout(
        from text: [UInt8],
        file: String,
        mayLeave names: Set<String>? = []
    ) throws(InputError) -> Layout {
        try layout(from: YAMLValue(parsing: text, file: file).mapping("the layout"), file: file, mayLeave: names)
    }

    static func layout(
        from root: YAMLMapping,
        file: String,
        mayLeave names: Set<String>?
    ) throws(InputError) -> Layout {
        let layout = try layout(from: root, file: file)
        let outside = layout.namedFiles.first { FolderBoundary.parents(in: $0) > 0 && !(names?.contains($0) ?? true) }
        if let outside { throw FolderBoundary.error(file, name: outside, of: "the recording") }
        return layout
    }

    private static func layout(from root: YAMLMapping, file: String) throws(InputError) -> Layout {
        try root.allow([
            "layout", "summary", "expects", "recording", "source", "licence", "reportsUnread", "metadata", "defaults",
            "streams", "variants", "estimators", "detect", "remark", "form", "words", "calibration",
        ])
        let words = try LayoutWords(root.mapping("words"))
        let container = try container(root)
        let form: Layout.Form = try root["form"]?.choice("form") ?? .delimited
        let defaults = try root.mapping("defaults")
        try defaults?.allow(StreamParser.sharedKeys)
        return Layout(
            name: try root.required("layout").text("layout"),
            summary: try root.text("summary") ?? "",
            expects: try root.text("expects") ?? "",
            container: container,
            form: form,
            signature: try ConditionParser(words: words).list(root["detect"]),
            variants: try form != .delimited
                ? [fixed(root, container, form)]
                : VariantParser(container: container, defaults: defaults, words: words).variants(root),
            metadata: try metadata(root, container: container),
            estimators: try estimators(root),
            source: try root.text("source"),
            licence: try root.text("licence"),
            remark: try root.text("remark"),
            calibration: try root["calibration"].map { value throws(InputError) in try beside(file, value) },
            reportedExtension: try root.text("reportsUnread")
        )
    }

    /// Parses only the keys that are needed to detect the layout.
    static func signature(
        from text: [UInt8],
        file: String,
        layout: @escaping @Sendable () -> Layout
    ) throws(InputError) -> LayoutSignature {
        let root = try YAMLValue(parsing: text, file: file).mapping("the layout")
        return LayoutSignature(
            name: try root.required("layout").text("layout"),
            container: try container(root),
            conditions: try ConditionParser(words: LayoutWords(root.mapping("words"))).list(root["detect"]),
            layout: layout
        )
    }

    /// Returns the path of a file that a layout names. The file must be in the folder that contains the layout file.
    private static func beside(_ layout: String, _ value: YAMLValue) throws(InputError) -> String {
        let name = try value.text("calibration")
        let folder = layout.lastIndex(of: "/").map { String(layout[...$0]) } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard FolderBoundary(folder).contains(path) else {
            throw FolderBoundary.error(layout, name: name, of: "the layout")
        }
        return path
    }

    private static func container(_ root: YAMLMapping) throws(InputError) -> Layout.Container {
        try root.required("recording").choice("recording")
    }

    private static func estimators(_ root: YAMLMapping) throws(InputError) -> [String: [String: String]] {
        var estimators: [String: [String: String]] = [:]
        for (estimator, value) in try root.mapping("estimators")?.all ?? [] {
            for (name, text) in try value.mapping(estimator).all {
                estimators[estimator, default: [:]][name] = try text.text(name)
            }
        }
        return estimators
    }

    /// Returns the single variant of a layout for files that are not delimited text. The format of these files defines
    /// the streams, so a description of streams in the layout is an error.
    private static func fixed(
        _ root: YAMLMapping,
        _ container: Layout.Container,
        _ form: Layout.Form
    ) throws(InputError) -> Layout.Variant {
        let name = form == .geopose ? "GeoPose" : form.rawValue.uppercased()
        let described = ["defaults", "streams", "variants", "metadata"].compactMap { root[$0] }.first
        guard let wrong = container == .file ? described : root["recording"] else {
            return Layout.Variant(condition: nil, streams: [])
        }
        guard container == .file else {
            throw wrong.error(
                message: "for \(name) files, 'recording' must be file, not \(container.rawValue)",
                advice: "write 'recording: file'"
            )
        }
        throw wrong.error(
            message: "a layout of \(name) files cannot describe streams, because the file format defines the streams",
            advice: "remove this key"
        )
    }

    private static func metadata(_ root: YAMLMapping, container: Layout.Container) throws(InputError) -> MetadataLayout?
    {
        guard let keys = try root.mapping("metadata") else { return nil }
        try keys.allow([
            "file", "required", "missing", "paths", "list", "entryKey", "entryPaths", "keys", "values", "clockOffset",
        ])
        let file = try keys.required("file")
        if container == .file {
            throw file.error(
                message: "a layout of single files cannot have a metadata file",
                advice: "remove 'metadata'"
            )
        }
        let hasOwnText = try keys.text("required").map { !["true", "false"].contains($0) } ?? false
        let knownKeys = try keys.items("keys")?.map { item throws(InputError) in try item.text("keys") }
        return MetadataLayout(
            file: try file.text("file"),
            isRequired: hasOwnText ? false : try keys.flag("required") ?? true,
            requiredBeside: hasOwnText ? try keys.text("required") : nil,
            missingRemark: try keys.text("missing"),
            paths: try paths(keys.mapping("paths")),
            list: try keys.text("list"),
            entryKey: try keys.text("entryKey") ?? "name",
            entryPaths: try paths(keys.mapping("entryPaths")),
            values: try keys["values"]?.yaml(),
            offsetFiles: try keys.items("clockOffset")?.map(offsetFile) ?? [],
            knownKeys: knownKeys ?? []
        )
    }

    private static func offsetFile(_ value: YAMLValue) throws(InputError) -> MetadataLayout.OffsetFile {
        let keys = try value.mapping("clockOffset")
        try keys.allow(["file", "key", "sign"])
        return MetadataLayout.OffsetFile(
            file: try keys.required("file").text("file"),
            key: try keys.text("key"),
            sign: try keys["sign"]?.choice("sign", ["1": 1.0, "+1": 1.0, "-1": -1.0]) ?? 1
        )
    }

    private static func paths(_ keys: YAMLMapping?) throws(InputError) -> [MetadataLayout.Item: String] {
        guard let keys else { return [:] }
        try keys.allow(MetadataLayout.Item.allCases.map(\.rawValue))
        var paths: [MetadataLayout.Item: String] = [:]
        for (name, value) in keys.all {
            guard let item = MetadataLayout.Item(rawValue: name) else { continue }
            paths[item] = try value.text(name)
        }
        return paths
    }
}

extension Layout {
    /// The names and patterns of all files that the layout may read.
    var namedFiles: [String] {
        let streams = variants.flatMap(\.streams)
        let conditions = signature + variants.compactMap(\.condition)
        return (streams + streams.flatMap(\.addends)).flatMap { [$0.file, $0.neighbour?.other].compactMap(\.self) }
            + conditions.flatMap(\.files)
            + [metadata?.file, metadata?.requiredBeside].compactMap(\.self)
            + (metadata?.offsetFiles.map(\.file) ?? [])
    }
}

/// A parser of the conditions under `detect` and `when`.
struct ConditionParser {
    let words: LayoutWords

    func list(_ value: YAMLValue?) throws(InputError) -> [LayoutCondition] {
        try value?.items("detect").map { item throws(InputError) in try condition(item, "detect") } ?? []
    }

    /// Parses a condition: a file name, or a mapping.
    func condition(_ value: YAMLValue, _ key: String) throws(InputError) -> LayoutCondition {
        if !value.isMapping { return LayoutCondition(files: [try value.text(key)]) }
        let keys = try value.mapping(key)
        try keys.allow([
            "file", "withoutFile", "header", "columns", "line", "withoutLine", "length", "root", "numbers",
            "quaternion",
            "between", "metadata",
        ])
        var condition = LayoutCondition()
        condition.files = try keys["file"]?.texts("file") ?? []
        condition.excludedFiles = try keys["withoutFile"]?.texts("withoutFile") ?? []
        condition.header = try keys["header"]?.texts("header") ?? []
        condition.columns = try keys["columns"]?.texts("columns").map(words.expanded) ?? []
        condition.lines = try keys["line"]?.texts("line") ?? []
        condition.excludedLines = try keys["withoutLine"]?.texts("withoutLine") ?? []
        condition.length = try keys["length"]?.interval("length")
        condition.root = try keys.text("root")
        if let numbers = keys["numbers"] { condition.numbers = try count(numbers, "numbers", "count of numbers") }
        if let first = keys["quaternion"] {
            condition.quaternion = try count(first, "quaternion", "index of the quaternion's first number")
        }
        condition.separator = try keys["between"]?.choice("between")
        for (path, values) in try keys.mapping("metadata")?.all ?? [] {
            condition.metadata[path] = try values.texts(path)
        }
        return condition
    }

    private func count(_ value: YAMLValue, _ key: String, _ words: String) throws(InputError) -> Int {
        let text = try value.text(key)
        if let count = Int(text), count > 0 { return count }
        throw value.error(
            message: "'\(key)' is '\(text)', but must be the \(words) in the first row",
            advice: "write a positive integer"
        )
    }
}

extension Layout {
    /// Parses a layout from YAML.
    ///
    /// - Parameters:
    ///   - yaml: the description of the layout.
    ///   - file: the name of the description in messages.
    /// - Throws: `InputError` if the text is not a valid description of a layout.
    public init(yaml: String, file: String) throws(InputError) {
        self = try LayoutParser.layout(from: Array(yaml.utf8), file: file)
    }
}

/// A description of a recording's files: their names, columns, units and coordinate frames.
public struct Layout: Sendable, Hashable {
    /// The form in which a recording is stored.
    public enum Container: String, Sendable, Hashable, CaseIterable {
        /// A single file.
        case file
        /// A folder of files.
        case folder
        /// A folder, or a single file that could be in the folder.
        case fileOrFolder = "file-or-folder"

        func takes(folder: Bool) -> Bool { self == .fileOrFolder || (self == .folder) == folder }
    }

    /// The file format of a recording.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Delimited text with rows of numbers. The layout's streams describe its columns.
        case delimited
        /// GPX: an XML file with tracks. The points of the tracks are locations.
        case gpx
        /// NMEA 0183: lines with sentences of a receiver. The positions in the sentences are locations.
        case nmea
        /// OGC GeoPose 1.0: JSON with poses. The positions of the poses are locations, and their orientations are
        /// attitudes.
        case geopose
    }

    /// The streams of those recordings that meet a condition.
    public struct Variant: Sendable, Hashable {
        /// The condition that a recording must meet for this variant, or `nil` if the variant is for every recording.
        public var condition: LayoutCondition?
        /// The descriptions of streams. Descriptions of the same kind of stream are alternatives: the first one that
        /// fits the recording is used.
        public var streams: [StreamLayout]
        /// A caveat about recordings of this variant, which every report shows in addition to ``Layout/remark``.
        public var remark: String?
    }

    /// The name that selects the layout.
    public var name: String
    /// The app, device or dataset from which recordings in this layout come, in one line.
    public var summary: String
    /// The expected files and columns, in one line.
    public var expects: String
    /// The form in which a recording is stored: a file or a folder.
    public var container: Container
    /// The file format of a recording.
    public var form: Form
    /// The alternative conditions for detection. A recording has this layout if it meets at least one of them.
    public var signature: [LayoutCondition]
    /// The variants of the layout. The first variant whose condition the recording meets is used.
    public var variants: [Variant]
    /// The metadata file of a recording and the values in it, or `nil` if recordings have no such file.
    public var metadata: MetadataLayout?
    /// The parameter values that publications used for recordings in this layout, by estimator and parameter name.
    /// Pipelines use these values as defaults.
    public var estimators: [String: [String: String]]
    /// The origin of recordings in this layout, for recordings whose metadata do not contain an origin.
    public var source: String?
    /// The licence of recordings in this layout, for recordings whose metadata do not contain a licence.
    public var licence: String?
    /// A caveat about recordings in this layout, which every report shows.
    public var remark: String?
    /// The path of a calibration file, for recordings in this layout whose metadata do not name a calibration.
    public var calibration: String?
    /// A file name extension, or `nil`. Files with this extension are reported if the layout does not read them.
    public var reportedExtension: String?
}

/// Words that an app writes in the user's language. A layout contains a placeholder `{name}` in place of such a word in
/// the names of files and columns.
struct LayoutWords {
    private var words: [(name: String, texts: [String])] = []

    /// Parses the mapping under the key `words`. If the mapping is `nil`, there are no words.
    init(_ mapping: YAMLMapping?) throws(InputError) {
        for (name, value) in mapping?.all ?? [] {
            let texts = try value.texts(name)
            let isReserved = name == "unit"
            guard !texts.isEmpty, !isReserved else {
                throw value.error(
                    message: isReserved ? "the word 'unit' is reserved" : "no text is given for the word '\(name)'",
                    advice: isReserved ? "use another name" : "add at least one text"
                )
            }
            words.append(("{\(name)}", texts))
        }
    }

    /// Returns a text once for each language, with `{name}` replaced by the word in that language.
    func expanded(_ text: String) -> [String] {
        words.reduce([text]) { texts, word in
            guard texts[0].contains(word.name) else { return texts }
            return texts.flatMap { text in word.texts.map { text.replacing(word.name, with: $0) } }
        }
    }
}

/// The file with a recording's metadata, and the path of each value in it.
///
/// The file is YAML or JSON, and a path consists of keys that are separated by dots. The file may also be a CSV file
/// with one row. Its column names are then the keys.
public struct MetadataLayout: Sendable, Hashable {
    /// A value that metadata may contain.
    public enum Item: String, Sendable, Hashable, CaseIterable {
        /// The name of the recording.
        case name
        /// The source of the recording, as a citation.
        case source
        /// The licence of the recording.
        case licence
        /// The description of the simulation that wrote the recording.
        case simulation
        /// The magnetic declination in degrees, positive to the east.
        case declination
        /// The date of the recording, as `2026-05-31` or as a decimal year.
        case date
        /// The path of a calibration file, relative to the recording's folder.
        case calibration
        /// The position at which the reference's coordinates are zero: `latitude` and `longitude` in degrees,
        /// `altitude` in metres.
        case origin
        /// The clock offset: the seconds that are added to the times of streams for which the layout sets
        /// `clockOffset`.
        case clockOffset
        /// A mapping from streams to the seconds that are added to their times.
        case clockOffsets
        /// The north to which the attitude stream is relative: `true` or `magnetic`.
        case attitudeNorth
        /// A list of time intervals `[from, to]` in seconds. Errors are evaluated only in these intervals.
        case evaluate
        /// A list of time intervals `[from, to]` in seconds. All references are invalid in these intervals: the ground
        /// truth, and a gyroscope or an attitude that serves as the reference.
        case exclude
        /// A list of time intervals `[from, to]` in seconds. The ground truth is not valid in these intervals.
        case excludeReference
    }

    /// A text file with a number that is added to the clock offset or subtracted from it.
    public struct OffsetFile: Sendable, Hashable {
        /// The name of the file in the recording's folder. If there is no such file, the number is 0.
        public var file: String
        /// The text before `=` on the line of the number, or `nil` for a file that contains only the number.
        public var key: String?
        /// The sign of the number: 1 to add it, -1 to subtract it.
        public var sign: Double
    }

    /// The path of the metadata file, relative to the recording's folder.
    public var file: String
    /// A Boolean value that indicates whether every recording must have the metadata file.
    public var isRequired: Bool
    /// The name of a file, or `nil`. A recording that contains this file must also have the metadata file.
    public var requiredBeside: String?
    /// A remark on recordings without the metadata file, or `nil` for no remark.
    public var missingRemark: String?
    /// The path of each value in the metadata file.
    public var paths: [Item: String]
    /// The path, within the metadata file, of a list with one entry per recording, or `nil` if the file describes a
    /// single recording.
    public var list: String?
    /// The key under which each entry of ``list`` contains the name of the recording's folder.
    public var entryKey: String
    /// The path of each value within a recording's entry. The entry is an element of ``list``.
    public var entryPaths: [Item: String]
    /// The metadata of recordings without a metadata file, as YAML with the keys of a metadata file; `nil` for no
    /// metadata.
    public var values: String?
    /// Files with numbers. For recordings without a metadata file, the sum of these numbers is the clock offset.
    public var offsetFiles: [OffsetFile]
    /// All keys that are allowed at the top level of the metadata file; empty if any key is allowed.
    public var knownKeys: [String]
}

/// A parser of a layout's variants and their streams.
struct VariantParser {
    let container: Layout.Container
    let defaults: YAMLMapping?
    let words: LayoutWords

    func variants(_ root: YAMLMapping) throws(InputError) -> [Layout.Variant] {
        guard let list = try root.items("variants") else {
            let streams = try root.required("streams").mapping("streams")
            return [try variant(nil, streams)]
        }
        if let streams = root["streams"] {
            throw streams.error(
                message: "'streams' and 'variants' exclude each other",
                advice: "move the streams into a variant"
            )
        }
        guard !list.isEmpty else {
            throw root.value.error(message: "'variants' is empty", advice: "describe at least one variant")
        }
        return try list.map { item throws(InputError) in
            let entry = try item.mapping("a variant")
            try entry.allow(["when", "streams", "remark"])
            let condition = try entry["when"].map { when throws(InputError) in
                try ConditionParser(words: words).condition(when, "when")
            }
            let streams = try entry.required("streams").mapping("streams")
            var variant = try variant(condition, streams)
            variant.remark = try entry.text("remark")
            return variant
        }
    }

    private func variant(
        _ condition: LayoutCondition?,
        _ streams: YAMLMapping
    ) throws(InputError) -> Layout.Variant {
        try streams.allow(StreamKind.allCases.map(\.rawValue))
        guard !streams.names.isEmpty else {
            throw streams.value.error(message: "the layout has no streams", advice: "describe at least one stream")
        }
        var layouts: [StreamLayout] = []
        for (name, value) in streams.all {
            guard let kind = StreamKind(rawValue: name) else { continue }
            let alternatives = try value.isList ? value.items(name) : [value]
            guard !alternatives.isEmpty else {
                throw value.error(message: "the stream '\(name)' is empty", advice: "describe the stream, or remove it")
            }
            for alternative in alternatives {
                let keys = try alternative.mapping(name)
                try keys.allow(StreamParser.keys.filter { $0 != "beside" || container == .file })
                let parser = StreamParser(kind: kind, keys: keys.filled(from: defaults), words: words)
                layouts += try parser.streams(container: container)
            }
        }
        try checkClocks(layouts, streams)
        return Layout.Variant(condition: condition, streams: layouts)
    }

    /// Checks that the times of all streams can be converted to one clock.
    ///
    /// If one stream has times since the device's start and another has times since 1970, the rows of some stream must
    /// contain both times.
    private func checkClocks(_ layouts: [StreamLayout], _ streams: YAMLMapping) throws(InputError) {
        let origins = Set(layouts.map { $0.time.origin == .gps ? .unix : $0.time.origin })
        let hasBridge = layouts.contains { $0.time.unixColumn != nil }
        guard origins.count > 1, origins.contains(.start) || !hasBridge else { return }
        let clocks = TimeLayout.Origin.allCases.filter(origins.contains).map(\.rawValue).joined(separator: " and ")
        throw streams.value.error(
            message: "the streams use different clocks: \(clocks)",
            advice: origins.contains(.start)
                ? "set the same 'origin' in 'time' of each stream"
                : "if a stream with 'origin: boot' also has Unix times, add their column as 'unix'"
        )
    }
}
