extension Layout {
    /// Parses a layout from YAML.
    ///
    /// - Parameters:
    ///   - yaml: the text of the layout.
    ///   - file: the name of the text in messages.
    /// - Throws: ``InputError`` if the text is not a layout.
    public init(yaml: String, file: String) throws(InputError) {
        self = try LayoutParser.layout(from: Array(yaml.utf8), file: file)
    }
}
