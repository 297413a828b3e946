/// The arguments of one command, and the files that it reads.
struct CommandWriter {
    let folder: ScratchFolder
    let templates: Templates
    /// A small store of an experiment's results.
    let store: TextTemplate?
    var choices: InputChoices
    /// The contents of files in the input, in the order in which the files are written.
    private var contents: ArraySlice<ArraySlice<UInt8>>
    private(set) var words: [String] = []

    init(
        folder: ScratchFolder,
        templates: Templates,
        store: TextTemplate?,
        choices: InputChoices,
        contents: [ArraySlice<UInt8>]
    ) {
        self.folder = folder
        self.templates = templates
        self.store = store
        self.choices = choices
        self.contents = contents[...]
    }

    mutating func add(_ words: String...) { self.words += words }

    /// Adds words to one in `count` commands.
    mutating func sometimes(_ count: Int, _ words: String...) {
        if choices.isOne(in: count) { self.words += words }
    }

    /// Adds an option to one in `count` commands, with one of several values or, rarely, an extreme number.
    mutating func sometimes(_ count: Int, _ option: String, from values: [String]) {
        guard choices.isOne(in: count) else { return }
        add(option, choices.isOne(in: 12) ? choices.pick(ExtremeNumber.texts) : choices.pick(values))
    }

    /// Adds an option with an extreme number to one in `count` commands.
    mutating func sometimes(_ count: Int, number option: String) {
        guard choices.isOne(in: count) else { return }
        add(option, choices.pick(ExtremeNumber.texts))
    }

    /// Adds an output to one in `count` commands. The other commands print, which is faster.
    mutating func output(_ count: Int, _ option: String = "--output", name: String = "") {
        if choices.isOne(in: count) { add(option, folder.output + "/out" + name) }
    }

    /// Writes the next file of the input, or a template with changes.
    ///
    /// - Returns: the path of the file.
    mutating func file(_ name: String, _ template: TextTemplate) -> String {
        if let content = contents.popFirst() { return folder.write(Array(content), to: name) }
        return folder.write(template.text(&choices), to: name)
    }

    mutating func file(_ name: String, anyOf templates: [TextTemplate]) -> String {
        file(name, templates[choices.index(below: templates.count)])
    }

    /// Writes a native recording.
    ///
    /// - Returns: the path of the folder.
    mutating func recording(_ name: String = "recording", walks: Bool = false) -> String {
        let path = folder.path + "/" + name
        if contents.isEmpty {
            for (file, bytes) in RandomRecording(&choices, walks: walks).files {
                folder.write(bytes, to: "\(name)/\(file)")
            }
            let metadata = choices.isOne(in: 6) ? templates.metadata.text(&choices) : Array("name: made\n".utf8)
            folder.write(metadata, to: name + "/recording.yaml")
            return path
        }
        let files = DeviceMotion.Stream.allCases.map { $0.rawValue + ".csv" } + ["recording.yaml"]
        for file in files {
            guard let content = contents.popFirst() else { break }
            if !content.isEmpty || file == "recording.yaml" { folder.write(Array(content), to: "\(name)/\(file)") }
        }
        if contents.isEmpty { folder.write(Array("name: made\n".utf8), to: name + "/recording.yaml") }
        return path
    }

    /// Writes a file of results, or the store of an experiment.
    ///
    /// - Returns: the path of the file.
    mutating func results(_ name: String) -> String {
        if let store, contents.isEmpty, choices.isOne(in: 6) {
            return folder.write(store.sameLength(&choices), to: name + ".sqlite")
        }
        return file(name + ".json", anyOf: templates.results)
    }

    mutating func placeFile() -> String {
        let (name, template) = choices.pick(templates.places)
        return file(name, template)
    }
}
