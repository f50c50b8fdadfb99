/** Completions for zsh: `source <(bottega completions zsh)`, or a file `_bottega` in `fpath`. */
import type { Completions, Level, Word } from "../completion.ts"
import { quoted } from "./quote.ts"

/** The script that zsh sources or autoloads. */
export const script = ({ levels, skipped }: Completions): string => `#compdef bottega
_bottega() {
  local at="" prev="$words[CURRENT-1]" ids="" i id line
  local -a found opts
  for ((i = 2; i < CURRENT; i++)); do
    case "$words[i]" in
      (${skipped.join("|")}) ((i++)); (( i < CURRENT )) && opts+=("$words[i-1]" "\${(Q)words[i]}") ;;
      (-*|help) ;;
      (*) if [[ -z $at ]]; then at="$words[i]"; elif [[ $at != *" "* ]]; then at="$at $words[i]"; fi ;;
    esac
  done
  [[ $at == serve* ]] && at=serve
  case "$at $prev" in
${levels.flatMap(valuesOf).join("\n")}
    (*) case "$at" in
${levels.map(wordsOf).join("\n")}
    esac ;;
  esac
  if [[ -n $ids ]]; then
    command bottega completions ids $ids $opts 2>/dev/null </dev/null | while IFS=$'\\t' read -r id line; do
      found+=("\${id//:/\\\\:}\${line:+:$line}")
    done
  fi
  if (( $#found )); then _describe bottega found; else _files; fi
}
if [[ $funcstack[1] == _bottega ]]; then _bottega "$@"; else compdef _bottega bottega; fi
`

const valuesOf = ({ after, flags }: Level): ReadonlyArray<string> =>
  flags
    .filter(({ takesValue }) => takesValue)
    .map(({ ids, text, values }) => {
      const listed = values.map((value) => described({ text: value, description: "" }))
      return `    (${quoted(`${after} ${text}`)}) found=(${listed.join(" ")})${ids === undefined ? "" : ` ids=${ids}`} ;;`
    })

const wordsOf = ({ after, flags, ids, words }: Level): string => {
  const ask = ids === undefined ? "" : `; [[ $words[CURRENT] != -* ]] && ids=${ids}`
  return `    (${quoted(after)}) found=(${[...words, ...flags].map(described).join(" ")})${ask} ;;`
}

/** zsh separates a word from its description at the first colon. */
const described = ({ description, text }: Word): string => {
  const word = text.replaceAll(":", "\\:")
  return quoted(description === "" ? word : `${word}:${description}`)
}
