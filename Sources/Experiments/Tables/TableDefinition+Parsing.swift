import Recordings
public import SensorModel

extension TableDefinition {
    /// Reads a definition.
    ///
    /// - Parameters:
    ///   - text: the definition in YAML.
    ///   - file: the path of the definition, for errors.
    ///   - name: the name of the table's folder.
    ///   - directory: the name of the directory that contains it.
    ///   - kinds: the kinds of tables that the definition can have.
    ///   - catalogue: the stages, metrics, formulas and layouts that the definition can name.
    /// - Throws: `InputError` with line and column for an unknown key or kind, an invalid value, or an unknown pipeline,
    ///   scenario, noise or metric.
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

    /// The keys that every definition can have.
    private static let ownKeys = ["title", "caption", "mirrors", "unchecked", "data"]

    private static func kind(
        of root: YAMLMapping,
        among kinds: [any TableContent.Type]
    ) throws(InputError) -> any TableContent.Type {
        let names = kinds.map { $0.kind }
        let given = kinds.filter { root[$0.kind] != nil }
        let others = root.names.filter { !(ownKeys + names).contains($0) }
        if given.isEmpty, others.count == 1, let other = others.first, let value = root[other] {
            throw value.error(
                message: "this program has no table of the kind '\(other)', only \(names.joined(separator: ", "))",
                advice: NearestName.hint(for: other, among: names)
                    ?? "run the program that adds this kind, such as sextant-study, or correct the key"
            )
        }
        try root.allow(ownKeys + names)
        guard given.count == 1, let kind = given.first else {
            throw root.value.error(
                message: "the table "
                    + "\(given.isEmpty ? "has no content" : "has several contents, \(given.map { $0.kind }.joined(separator: " and "))"), "
                    + "but needs one of \(names.joined(separator: ", "))"
            )
        }
        return kind
    }

    /// Checks that third-party data have an origin, and that an origin is given only with such data.
    private func checkData(_ root: YAMLMapping) throws(InputError) {
        let needsData = !content.dataPaths.isEmpty
        if needsData != (data != nil) {
            throw (root["data"] ?? root.value).error(
                message:
                    "\(needsData ? "the recordings under 'data' have no origin" : "the origin of data is set, but there are no recordings under 'data'")",
                advice: needsData ? "add 'data' with name, from, licence and page" : "remove it"
            )
        }
    }

    /// Joins the lines of a text, because YAML keeps the line break at the end of folded text.
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
    /// The title of the document.
    public var title: String
    /// The paragraphs before the table, in Markdown.
    public var caption: [String]
    /// The published table that this one reproduces, in Markdown, or `nil` if there is no such table.
    public var mirrors: String?
    /// The reason why the table is not compared with its committed form, or `nil` if it is compared.
    public var uncheckedBecause: String?
    /// The third-party data that the table needs, or `nil` if it needs no such data.
    public var data: DataOrigin?
    /// The kind of the table with its settings.
    public var content: any TableContent

    /// The command that regenerates the table. It runs in the parent of ``directory``.
    public var command: String {
        let command = "\(type(of: content).program) tables \(name)"
        // `Reports` is the default of the option.
        return directory == "Reports" ? command : "\(command) --directory \(directory)"
    }
}

/// The origin of third-party data for a report table.
public struct DataOrigin: Sendable, Hashable {
    /// The name of the data.
    public var name: String
    /// The address of the data.
    public var from: String
    /// The licence of the data.
    public var licence: String
    /// The page in the repository that describes how to get and convert the data.
    public var page: String
}
