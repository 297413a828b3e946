import Evaluation
import Foundation

/// Where this process runs, for reports.
enum HostDescription {
    static func host(jobs: Int, started: Date) -> EvaluationResults.Host {
        EvaluationResults.Host(
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            architecture: architecture,
            cores: ProcessInfo.processInfo.processorCount,
            build: build,
            jobs: jobs,
            startedAt: started.formatted(.iso8601),
            elapsedSeconds: Date().timeIntervalSince(started)
        )
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "other"
        #endif
    }

    private static var build: String {
        #if DEBUG
        "debug"
        #else
        "release"
        #endif
    }
}
