#!/usr/bin/env bash
# Evaluates pipelines, compares the results with the baseline of the main branch, and reports them on the terminal, on the
# job's page (GITHUB_STEP_SUMMARY), and in one comment on a pull request. It runs in a CI job or on any machine.
#
#   Scripts/compare_in_ci.sh --evaluate ARGUMENTS [--baseline FILE] [--compare ARGUMENTS] [--base BRANCH]
#                            [--output DIR] [--pull-request NUMBER]
#
#   --evaluate      the arguments of 'sextant evaluate', separated by spaces or line breaks, without quotes
#   --baseline      the committed results.json (default: gate/baseline/results.json)
#   --compare       further arguments of 'sextant compare'
#   --base          the branch with the baseline (default: main); if the branch has no baseline, the file in the working
#                   tree is used
#   --output        the directory for results and reports (default: out/compare)
#   --pull-request  the pull request to comment on, see pull_request_comment.py (default: no comment)
#
# Exit codes are those of sextant: 0 no regression, 1 a regression. If the working tree contains a new baseline, the results
# are also compared with this baseline, which then determines the exit code. The reports still show regressions compared
# with the branch.
# SEXTANT is the path of the command (default: sextant in PATH).
set -euo pipefail

sextant=${SEXTANT:-sextant}
evaluate=
compare=
baseline=gate/baseline/results.json
base=main
output=out/compare
pull_request=

usage() {
    printf 'compare_in_ci: %s; see the head of %s\n' "$1" "${BASH_SOURCE[0]}" >&2
    exit 2
}

while [[ $# -gt 0 ]]; do
    [[ $# -ge 2 ]] || usage "option '$1' has no value"
    case $1 in
        --evaluate) evaluate=$2 ;;
        --compare) compare=$2 ;;
        --baseline) baseline=$2 ;;
        --base) base=$2 ;;
        --output) output=$2 ;;
        --pull-request) pull_request=$2 ;;
        *) usage "unknown option '$1'" ;;
    esac
    shift 2
done
[[ -n ${evaluate//[[:space:]]/} ]] || usage "option --evaluate is missing or empty"

# Split the two lists into words. `read` returns 1 at the end of the text.
evaluate_words=()
compare_words=()
read -r -d '' -a evaluate_words <<<"$evaluate" || true
read -r -d '' -a compare_words <<<"$compare" || true

# Writes the baseline in the newest commit of the branch to a file; returns 1 if the branch does not have one.
# safe.directory: the checkout of a container belongs to another user, which git rejects by default.
branch_baseline() {
    local reference
    for reference in "refs/remotes/origin/$base" "refs/heads/$base"; do
        if git -c safe.directory='*' show "$reference:./$baseline" >"$1" 2>/dev/null; then
            printf 'the baseline is %s of %s\n' "$baseline" "${reference#refs/*/}" >&2
            return
        fi
    done
    rm -f "$1"
    return 1
}

# Writes or updates the comment, which its first line identifies.
comment() {
    local body=$output/comment.md
    { printf '<!-- sextant compare -->\n' && cat "$output/comparison.md"; } >"$body"
    python3 "$(dirname "${BASH_SOURCE[0]}")/pull_request_comment.py" "$pull_request" "$body"
}

mkdir -p "$output"
"$sextant" evaluate "${evaluate_words[@]}" --output "$output/candidate" --format json --quiet

against=$output/baseline/baseline.json
mkdir -p "$output/baseline"
if ! branch_baseline "$against"; then
    printf 'found no %s in the branch %s; comparing with that of the working tree\n' "$baseline" "$base" >&2
    against=$baseline
fi

run_compare() {
    local status=0
    "$sextant" compare "$@" ${compare_words[@]+"${compare_words[@]}"} || status=$?
    return "$status"
}

reports=(--output "$output" --format "md,json,junit")
[[ -z ${GITHUB_STEP_SUMMARY:-} ]] || reports+=(--step-summary)
status=0
run_compare "$against" "$output/candidate" "${reports[@]}" || status=$?

if [[ $status -eq 1 && $against != "$baseline" && -f $baseline ]] && ! cmp -s "$against" "$baseline"; then
    printf '\nThis change brings a new baseline, which decides:\n\n'
    status=0
    run_compare "$baseline" "$output/candidate" || status=$?
    if [[ $status -eq 0 ]]; then
        printf '\n**Accepted**: the change brings a new baseline, with which the candidate agrees.\n' |
            tee -a "$output/comparison.md" ${GITHUB_STEP_SUMMARY:+"$GITHUB_STEP_SUMMARY"} >/dev/null
    fi
fi

if [[ -n $pull_request && -f $output/comparison.md ]]; then
    comment || printf 'compare_in_ci: could not comment on pull request %s; see the job'"'"'s page\n' "$pull_request" >&2
fi
exit "$status"
