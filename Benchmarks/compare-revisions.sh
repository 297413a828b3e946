#!/usr/bin/env bash
# Compares the cost of every entry of the catalogues in two revisions.
#
#   Benchmarks/compare-revisions.sh BASE [HEAD] [-- OPTIONS]
#
# HEAD is by default the working tree. OPTIONS are those of compare_costs.py: --threshold 1.1 exits with 1 if a case is
# slower than that. The benchmarks of the working tree measure both revisions; if they do not build against a revision, its
# own benchmarks do. Sources and builds remain in out/revisions for the next run.
#
# Exit codes: 0, 1 beyond the threshold, 2 usage, 4 a revision does not build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    printf 'compare-revisions.sh: %s\n' "$2" >&2
    exit "$1"
}

revisions=()
while [[ $# -gt 0 && $1 != -- ]]; do
    revisions+=("$1")
    shift
done
[[ ${1:-} != -- ]] || shift
[[ ${#revisions[@]} -eq 1 || ${#revisions[@]} -eq 2 ]] || fail 2 "one or two revisions are needed; usage: BASE [HEAD] [-- OPTIONS]"

# Prints the full commit of a revision.
commit_of() {
    git rev-parse --quiet --verify "$1^{commit}" || fail 2 "there is no revision '$1' in this repository"
}

take_benchmarks() {
    rm -rf "$2"/{Benchmarks,Sources,Package.swift}
    cp -Rp "$1"/{Benchmarks,Sources,Package.swift} "$2"
}

build() {
    SEXTANT_REVISION=$2 swift build --package-path "$1" -c release --product catalogue-cost >"$1/build.log" 2>&1
}

# Builds the program of a commit, and prints its path.
program_of() {
    local commit=$1 tree=out/revisions/$1
    if [[ ! -d $tree ]]; then
        mkdir -p "$tree.part"
        git archive "$commit" | tar -x -C "$tree.part"
        mv "$tree.part" "$tree"
    fi
    take_benchmarks Benchmarks "$tree/Benchmarks"
    printf 'Building %s\n' "$(git log -1 --format='%h, %s' "$commit")" >&2
    if ! build "$tree/Benchmarks" "$commit"; then
        cp "$tree/Benchmarks/build.log" "$tree/build-with-other-benchmarks.log"
        printf '  by its own benchmarks: those of the working tree do not build against it\n' >&2
        rm -rf "$tree"/Benchmarks/{Benchmarks,Sources,Package.swift}
        git archive "$commit" Benchmarks | tar -x -C "$tree"
        build "$tree/Benchmarks" "$commit" ||
            fail 4 "${commit:0:10} does not build; see $tree/Benchmarks/build.log and $tree/build-with-other-benchmarks.log"
    fi
    echo "$tree/Benchmarks/.build/release/catalogue-cost"
}

base_commit=$(commit_of "${revisions[0]}")
if [[ ${#revisions[@]} -eq 2 ]]; then
    head_commit=$(commit_of "${revisions[1]}")
    head=$(program_of "$head_commit")
else
    printf 'Building the working tree\n' >&2
    mkdir -p Benchmarks/.build
    swift build --package-path Benchmarks -c release --product catalogue-cost >Benchmarks/.build/build.log 2>&1 ||
        fail 4 "the working tree does not build; see Benchmarks/.build/build.log"
    head=Benchmarks/.build/release/catalogue-cost
fi
base=$(program_of "$base_commit")
exec python3 Benchmarks/compare_costs.py "$base" "$head" "$@"
