import Recordings
public import SensorModel

extension TableDefinition {
    /// Reads the definition of a report table.
    ///
    /// - Parameters:
    ///   - text: definition in YAML.
    ///   - file: path of the definition, for messages.
    ///   - name: name of the table's folder.
    ///   - directory: name of the directory that contains the table's folder.
    ///   - kinds: kinds of tables that the definition can have.
    ///   - catalogue: stages, metrics, formulas and layouts that the definition can name.
    /// - Throws: `InputError` with line and column for an unknown key or kind, an invalid value, or an unknown
    ///   pipeline, scenario, noise or metric.
    public init(
        parsing text: [UInt8],
        file: String,
        name: String,
        directory: String = "Reports",
        kinds: [any TableContent.Type],
        catalogue: DefinitionCatalogue = .builtIn
    ) throws(InputError) {
        let value = try YAMLValue(parsing: text, file: file)
        let root = try value.mapping("a table")
        let kind = try Self.kind(of: root, among: kinds)
        self.name = name
        self.directory = directory
        title = try root.required("title").text("title")
        caption = try root.required("caption").texts("caption").map(Self.paragraph)
        mirrors = try root.text("mirrors").map(Self.paragraph)
        uncheckedBecause = try root.text("unchecked").map(Self.paragraph)
        data = try root["data"].map { value throws(InputError) in try DataOrigin(value) }
        content = try kind.init(try root.required(kind.kind), catalogue: catalogue)
        try checkData(root)
    }

    /// The keys that definitions of every kind can have.
    private static let ownKeys = ["title", "caption", "mirrors", "unchecked", "data"]

    private static func kind(
        of root: YAMLMapping,
        among kinds: [any TableContent.Type]
    ) throws(InputError) -> any TableContent.Type {
        let names = kinds.map { $0.kind }
        let given = kinds.filter { root[$0.kind] != nil }
        let others = root.names.filter { !(ownKeys + names).contains($0) }
        if given.isEmpty, others.count == 1, let other = others.first, let value = root[other] {
            let supported = names.joined(separator: ", ")
            throw value.error(
                message: "this program does not support tables of the kind '\(other)', only \(supported)",
                advice: NearestName.hint(for: other, among: names)
                    ?? "run a program that supports the kind '\(other)', such as sextant-study, or correct the key"
            )
        }
        try root.allow(ownKeys + names)
        guard given.count == 1, let kind = given.first else {
            let kinds = names.joined(separator: ", ")
            let found = given.isEmpty ? "no such key" : given.map { $0.kind }.joined(separator: " and ")
            throw root.value.error(message: "the table must have exactly one of the keys \(kinds), but has \(found)")
        }
        return kind
    }

    /// Checks that the definition has the key `data` if the table uses third-party data, and lacks the key otherwise.
    private func checkData(_ root: YAMLMapping) throws(InputError) {
        let needsData = !content.dataPaths.isEmpty
        if needsData != (data != nil) {
            throw (root["data"] ?? root.value).error(
                message:
                    "\(needsData ? "the table has third-party recordings, but no key 'data' that states their origin" : "the key 'data' states an origin, but the table has no third-party recordings")",
                advice: needsData
                    ? "add the top-level key 'data' with name, from, licence and page" : "remove the key 'data'"
            )
        }
    }

    /// Returns a text in one line. YAML keeps the line break at the end of folded text.
    private static func paragraph(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension DataOrigin {
    fileprivate init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("data")
        try root.allow(["name", "from", "licence", "page"])
        name = try root.required("name").text("name")
        from = try root.required("from").text("from")
        licence = try root.required("licence").text("licence")
        page = try root.required("page").text("page")
    }
}

/// The definition of a report table: the content of `Reports/<name>/table.yaml`.
public struct TableDefinition: Sendable {
    /// The name of the table's folder.
    public var name: String
    /// The name of the directory that contains the table's folder.
    public var directory: String
    /// The title of the page that shows the table.
    public var title: String
    /// The paragraphs that precede the table on its page, in Markdown.
    public var caption: [String]
    /// The published table that this table reproduces, in Markdown; `nil` if there is no such table.
    public var mirrors: String?
    /// The reason why the regenerated table is not compared with the committed one; `nil` if it is compared.
    public var uncheckedBecause: String?
    /// The origin of the third-party data that the table needs; `nil` if it needs no such data.
    public var data: DataOrigin?
    /// The content of the table. Its Swift type determines the kind of table.
    public var content: any TableContent

    /// The command that regenerates the table. It must be run in the folder that contains ``directory``.
    public var command: String {
        let command = "\(type(of: content).program) tables \(name)"
        // `Reports` is the default of the option `--directory`.
        return directory == "Reports" ? command : "\(command) --directory \(directory)"
    }
}

/// The origin and licence of third-party data for a report table.
public struct DataOrigin: Sendable, Hashable {
    /// The name of the data.
    public var name: String
    /// The web address of the data.
    public var from: String
    /// The licence of the data.
    public var licence: String
    /// The page in the repository that describes how to download and convert the data.
    public var page: String
}
