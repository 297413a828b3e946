/// The exit codes that scripts and CI rely on.
enum ExitStatus: Int32 {
    case success = 0
    /// A check failed.
    case checkFailed = 1
    case usage = 2
    case badData = 3
    /// Disk, permissions.
    case environment = 4
}
