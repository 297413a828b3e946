import Recordings

extension CommandDescription {
    /// The files whose content the estimates depend on: those of `inputs`, and words of the command that are files in
    /// the folder of the description. Files elsewhere, such as a log, may change between runs.
    ///
    /// - Parameter value: the list in the file, for errors.
    func inputFiles(_ value: YAMLValue?) throws(InputError) -> [String] {
        let named = command.filter(\.names.isEmpty).map { $0.filled([:]) }
            .filter { !$0.hasPrefix("/") && !$0.hasPrefix("../") }
            .map(path).filter { FileKind(path: $0) == .regular }
        for item in try value.map({ value throws(InputError) in value.isList ? try value.items("inputs") : [value] })
            ?? []
        {
            let text = try item.text("inputs")
            guard FileKind(path: path(text)) == .regular else {
                throw item.error(
                    found: "no file '\(text)'",
                    expected: "a file of the program, relative to the folder of this file",
                    remedy: "correct the path"
                )
            }
        }
        var files: [String] = []
        for file in named + inputs.map(path) where !files.contains(file) { files.append(file) }
        return files
    }

    private func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }
}
