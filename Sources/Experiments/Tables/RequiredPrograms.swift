public import Recordings

/// Programs from outside that a report table needs.
///
/// ```yaml
/// programs:
///   name: the package riann of PyPI
///   check: [python3, -c, "import riann"]
///   page: Examples/published-estimators/README.md
/// ```
public struct RequiredPrograms: Sendable, Hashable {
    /// The programs in words.
    public let name: String
    /// A command that ends with status 0 if the programs can run.
    public let check: [String]
    /// The page in the repository that describes how to install them.
    public let page: String

    /// Reads the requirement.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    public init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("programs")
        try root.allow(["name", "check", "page"])
        name = try root.required("name").text("name")
        let command = try root.required("check")
        check = try command.texts("check")
        guard !check.isEmpty else {
            throw command.error(found: "no command", expected: "a program and its arguments", remedy: "add it")
        }
        page = try root.required("page").text("page")
    }
}
