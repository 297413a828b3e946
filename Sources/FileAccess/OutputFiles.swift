/// Files whose content is there before any of them is written.
public enum OutputFiles {
    /// Writes all files, or none: regular ones get their names when the last one is on the disk, and pipes and devices
    /// get their bytes just before. Missing folders are made.
    ///
    /// - Throws: ``FileFailure``. No regular file is new or changed then, unless giving the names was what failed.
    public static func save(_ files: [(path: String, content: [UInt8])]) throws(FileFailure) {
        var places: [OutputPlace] = []
        for file in files { places.append(try OutputPlace(file.path)) }
        var written: [OutputFile] = []
        for isStream in [false, true] {
            for (file, place) in zip(files, places) where OutputFile.isStream(place) == isStream {
                let output = try OutputFile(path: file.path, place: place, makesFolder: true)
                try output.write(file.content)
                written.append(output)
            }
        }
        try OutputFile.finish(written)
    }
}
