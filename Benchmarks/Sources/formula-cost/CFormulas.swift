#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The same formulas in C: `C/formulas.c`, compiled with the system's compiler.
struct CFormulas {
    typealias Sum = @convention(c) (_ pairs: UnsafeRawPointer?, _ count: Int) -> Double

    typealias Batch =
        @convention(c) (
            _ startLatitudes: UnsafePointer<Double>, _ startLongitudes: UnsafePointer<Double>,
            _ endLatitudes: UnsafePointer<Double>, _ endLongitudes: UnsafePointer<Double>,
            _ distances: UnsafeMutablePointer<Double>, _ count: Int
        ) -> Void

    private let library: UnsafeMutableRawPointer

    /// Loads the library, or returns `nil` if it cannot be opened.
    init?(path: String) {
        guard let library = dlopen(path, RTLD_NOW) else { return nil }
        self.library = library
    }

    func sum(named name: String) -> Sum? {
        dlsym(library, "sum_\(name)").map { unsafeBitCast($0, to: Sum.self) }
    }

    func batch(named name: String) -> Batch? {
        dlsym(library, "batch_\(name)").map { unsafeBitCast($0, to: Batch.self) }
    }
}
