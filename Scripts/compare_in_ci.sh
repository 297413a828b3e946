#!/usr/bin/env bash
# Evaluates, compares with the baseline of the main branch, and says so: on the terminal, on the job's page
# (GITHUB_STEP_SUMMARY), and in one comment on a pull request. What a CI job does, on any machine.
#
#   Scripts/compare_in_ci.sh --evaluate ARGUMENTS [--baseline FILE] [--compare ARGUMENTS] [--base BRANCH]
#                            [--output DIR] [--pull-request NUMBER]
#
#   --evaluate      the arguments of 'sextant evaluate', separated by blanks or lines, without quotes
#   --baseline      the committed results.json (default: gate/baseline/results.json)
#   --compare       further arguments of 'sextant compare'
#   --base          the branch whose baseline counts (default: main); what stands in the working tree where the branch
#                   has none
#   --output        where results and reports go (default: out/compare)
#   --pull-request  the pull request that gets a comment, by 'gh'; empty for none
#
# Exit codes are those of sextant: 0 nothing is worse, 1 something is. A change that brings a new baseline accepts what is
# worse than the branch's: then the new one decides, and the reports still show the loss.
# SEXTANT names the command, if it is not in the PATH.
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
    [[ $# -ge 2 ]] || usage "found '$1' at the end, expected an option with its value"
    case $1 in
        --evaluate) evaluate=$2 ;;
        --compare) compare=$2 ;;
        --baseline) baseline=$2 ;;
        --base) base=$2 ;;
        --output) output=$2 ;;
        --pull-request) pull_request=$2 ;;
        *) usage "found '$1', expected --evaluate, --baseline, --compare, --base, --output or --pull-request" ;;
    esac
    shift 2
done
[[ -n ${evaluate//[[:space:]]/} ]] || usage "found nothing to evaluate, expected --evaluate ARGUMENTS"

# The words of the two lists; `read` ends with 1 at the end of the text.
evaluate_words=()
compare_words=()
read -r -d '' -a evaluate_words <<<"$evaluate" || true
read -r -d '' -a compare_words <<<"$compare" || true

# A container's checkout belongs to another user, which git would refuse.
# The branch's baseline, as its newest commit has it. Where it has none, the working tree's is the first.
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

# One comment, which is written anew: a marker tells it from others.
comment() {
    local marker='<!-- sextant compare -->' body=$output/comment.md id
    { printf '%s\n' "$marker" && head -c 60000 "$output/comparison.md"; } >"$body"
    id=$(gh api "repos/{owner}/{repo}/issues/$pull_request/comments" --paginate \
        --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1) || return 1
    if [[ -n $id ]]; then
        gh api --method PATCH "repos/{owner}/{repo}/issues/comments/$id" --field "body=@$body" >/dev/null
    else
        gh api --method POST "repos/{owner}/{repo}/issues/$pull_request/comments" --field "body=@$body" >/dev/null
    fi
}

mkdir -p "$output"
"$sextant" evaluate "${evaluate_words[@]}" --output "$output/candidate" --format json --quiet

against=$output/baseline.json
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
