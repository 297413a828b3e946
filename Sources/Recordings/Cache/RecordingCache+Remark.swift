extension RecordingCache.Remark: CustomStringConvertible {
    public var description: String {
        switch self {
        case .recalled(let file): "taken from the cache: \(file)"
        case .kept(let file): "kept in the cache: \(file)"
        case .damaged(let file, let reason):
            "\(file): found \(reason), expected a file as the cache wrote it; the recording is read anew"
        case .refused(let folder, let reason):
            "\(folder): the cache cannot be used there (\(reason)); recordings are read without it"
        }
    }
}
