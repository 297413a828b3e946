/// Parses the conditions under `detect` and `when`.
struct ConditionParser {
    let words: LayoutWords

    func list(_ value: YAMLValue?) throws(InputError) -> [LayoutCondition] {
        try value?.items("detect").map { item throws(InputError) in try condition(item, "detect") } ?? []
    }

    /// Parses a file name, or a mapping.
    func condition(_ value: YAMLValue, _ key: String) throws(InputError) -> LayoutCondition {
        if !value.isMapping { return LayoutCondition(files: [try value.text(key)]) }
        let keys = try value.mapping(key)
        try keys.allow(["file", "header", "columns", "line", "length", "root", "numbers", "between", "metadata"])
        var condition = LayoutCondition()
        condition.files = try keys["file"]?.texts("file") ?? []
        condition.header = try keys["header"]?.texts("header") ?? []
        condition.columns = try keys["columns"]?.texts("columns").map(words.expanded) ?? []
        condition.lines = try keys["line"]?.texts("line") ?? []
        condition.length = try keys["length"]?.interval("length")
        condition.root = try keys.text("root")
        if let numbers = keys["numbers"] { condition.numbers = try count(numbers) }
        condition.separator = try keys["between"]?.choice(
            "between",
            ["space": LayoutCondition.Separator.space, "comma": .comma]
        )
        for (path, values) in try keys.mapping("metadata")?.all ?? [] {
            condition.metadata[path] = try values.texts(path)
        }
        return condition
    }

    private func count(_ value: YAMLValue) throws(InputError) -> Int {
        let text = try value.text("numbers")
        if let count = Int(text), count > 0 { return count }
        throw value.error(
            found: "numbers '\(text)'",
            expected: "the count of numbers in the first row",
            remedy: "write a positive integer"
        )
    }
}
